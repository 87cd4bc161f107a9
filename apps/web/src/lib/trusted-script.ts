/** `window.trustedTypes`, in browsers that have it. */
interface AddressPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The address of a script of the site's own, in the form in which the security policy lets a worker have it. */
export function trustedScript(policyName: string, address: string): string {
  const policies = (window as { trustedTypes?: AddressPolicies }).trustedTypes;
  const policy = policies?.createPolicy(policyName, { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}
