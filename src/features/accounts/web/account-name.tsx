/** An invisible field that tells password managers which account a form is about. */
export function AccountName({ username }: { username?: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={username} hidden readOnly />
}
