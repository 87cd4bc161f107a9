// Runs before the first paint of a page that is the same for everybody: a member never sees its "Log In" for a moment.
try {
  // storageKeys.refreshToken of the contract, which this file is too early to import.
  if (localStorage.getItem("refresh_token")) document.documentElement.dataset.session = "";
} catch {
  // Storage is disabled, so there is no session.
}
