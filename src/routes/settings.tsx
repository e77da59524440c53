import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import type { User } from '#features/accounts/contract.ts'
import { Protected } from '#features/accounts/web/protected.tsx'
import { SettingsPage } from '#features/accounts/web/settings-page.tsx'
import { BlocksSection } from '#features/blocks/web/blocks-section.tsx'
import { ownClaimsQuery } from '#features/claims/web/claim-queries.ts'
import { ClaimsSection } from '#features/claims/web/claims-section.tsx'
import { ConnectionsSection } from '#features/connections/web/connections-section.tsx'
import { ProfileForm } from '#features/contributors/web/profile-form.tsx'
import { NotificationsSection } from '#features/notifications/web/notifications-section.tsx'
import { ConnectedAppsSection } from '#features/oauth/web/connected-apps-section.tsx'
import { PasskeysSection } from '#features/passkeys/web/passkeys-section.tsx'
import { SecondFactorSection } from '#features/second-factor/web/second-factor-section.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { SkillAddressSection } from '#features/skills/web/skill-address-section.tsx'
import { TokensSection } from '#features/tokens/web/tokens-section.tsx'
import { WebhooksSection } from '#features/webhooks/web/webhooks-section.tsx'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'

export const Route = createFileRoute('/settings')({
  head: () => privateHead(t('Settings')),
  component: () => <Protected>{(user) => <Settings user={user} />}</Protected>,
})

function Settings({ user }: { user: User }) {
  const { api } = Route.useRouteContext()
  const { data: claims } = useQuery(ownClaimsQuery(api))
  return (
    <SettingsPage
      user={user}
      page={<YourPage username={user.username} />}
      hasClaims={claims !== undefined && claims.length > 0}
      signInMethods={<SignInMethods user={user} />}
    />
  )
}

/** The sections about the member's public page, claims, notifications, and blocked and muted people. */
function YourPage({ username }: { username: string }) {
  return (
    <>
      <Section title={t('Your page')} aside={t('Everyone can see this next to your prompts.')}>
        <ProfileForm username={username} />
      </Section>
      <div id="credited">
        <ClaimsSection />
      </div>
      <NotificationsSection />
      <div id="blocked">
        <BlocksSection />
      </div>
    </>
  )
}

/** The sections about two-step sign-in, passkeys, connections, connected apps, API tokens, skills and webhooks. */
function SignInMethods({ user: { username, role } }: { user: User }) {
  const { signInBy = [] } = siteFacts()
  return (
    <>
      <div id="two-step">
        <SecondFactorSection username={username} />
      </div>
      <div id="passkeys">
        <PasskeysSection username={username} />
      </div>
      {signInBy.length > 0 && <ConnectionsSection providers={signInBy} username={username} />}
      <div id="apps">
        <ConnectedAppsSection />
      </div>
      <div id="tokens">
        <TokensSection username={username} />
      </div>
      <div id="skills">
        <SkillAddressSection />
      </div>
      <div id="webhooks">
        <WebhooksSection />
        {role === 'admin' && <WebhooksSection site />}
      </div>
    </>
  )
}
