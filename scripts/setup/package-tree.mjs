/**
 * One package as npm's lock files describe it.
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, os?: string[],
 *   cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {Record<string, LockedPackage>} PackageTree by path, such as "node_modules/vite"
 * @typedef {{ os: string, cpu: string, libc: string | null }} Machine
 */

/**
 * The packages of the lock file that are missing or have another version.
 * @param {PackageTree} wanted the project's lock file
 * @param {PackageTree} installed npm's record of node_modules
 * @param {Machine} machine
 */
export function missingPackages(wanted, installed, machine) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes("node_modules/") && !isLeftOut(entry, machine))
    .filter(([path, entry]) => !installed[path] || installed[path].version !== entry.version)
    .map(([path]) => path);
}

/**
 * Optional packages that npm rightly skips: made for other machines, or needed only by such.
 * @param {LockedPackage} entry
 * @param {Machine} machine
 */
function isLeftOut({ optional, devOptional, os, cpu, libc }, machine) {
  if (!optional && !devOptional) return false;
  if (!os && !cpu && !libc) return true;
  return !(fits(os, machine.os) && fits(cpu, machine.cpu) && fits(libc, machine.libc));
}

/**
 * @param {string[] | undefined} list such as ["linux", "darwin"] or ["!win32"]
 * @param {string | null} value
 */
function fits(list, value) {
  if (!list || value === null) return true;
  return list.includes(value) || (list.every((item) => item.startsWith("!")) && !list.includes(`!${value}`));
}
