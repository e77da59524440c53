import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { SettingsPage } from '#features/accounts/web/settings-page.tsx'
import { ConnectionsShelf } from '#features/connections/web/connections-shelf.tsx'
import { PasskeysShelf } from '#features/passkeys/web/passkeys-shelf.tsx'
import { SecondFactorShelf } from '#features/second-factor/web/second-factor-shelf.tsx'
import { privateHead } from '#web/page-meta.ts'
import { siteFacts } from '#web/site-facts.ts'

export const Route = createFileRoute('/settings')({
  head: () => privateHead('Settings'),
  component: () => (
    <Protected>{(user) => <SettingsPage user={user} ways={<WaysIn username={user.username} />} />}</Protected>
  ),
})

/** Ways to sign in besides a password. */
function WaysIn({ username }: { username: string }) {
  const { signInBy = [] } = siteFacts()
  return (
    <>
      <SecondFactorShelf username={username} />
      <PasskeysShelf username={username} />
      {signInBy.length > 0 && <ConnectionsShelf providers={signInBy} username={username} />}
    </>
  )
}
