/** Tells a password manager whose password a form is about. Nobody sees it. */
export function AccountName({ username }: { username?: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={username} hidden readOnly />
}
