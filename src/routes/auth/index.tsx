import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { AuthPage } from '#features/accounts/web/auth-page.tsx'
import { ProviderButtons } from '#features/connections/web/provider-buttons.tsx'
import { invitationTokenIn } from '#features/invitations/rules.ts'
import { PasskeyButton } from '#features/passkeys/web/passkey-button.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'
import { codeForm } from '../-slots/-code-form.tsx'

const loadPlanLines = () => import('#features/billing/web/plan-lines.tsx').then(({ PlanLines }) => PlanLines)

export const Route = createFileRoute('/auth/')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'register' } => ({
    tab: tab === 'register' ? tab : undefined,
  }),
  head: () =>
    pageHead({
      type: 'auth',
      title: t('Sign In'),
      description: t('Sign in or register to write prompts, save them, vote and compare models.'),
      path: '/auth',
      noIndex: true,
    }),
  component: SignIn,
})

function SignIn() {
  const { name, signInBy = [], registration } = siteFacts()
  return (
    <AuthPage
      siteName={name}
      tab={Route.useSearch().tab ?? 'login'}
      registration={registration}
      invitationTokenIn={invitationTokenIn}
      otherMethods={(onSignedIn, invitation) => (
        <>
          <PasskeyButton onSignedIn={onSignedIn} />
          <ProviderButtons providers={signInBy} invitation={invitation} />
        </>
      )}
      codeForm={codeForm}
      belowForm={(path) =>
        path.startsWith('/subscription') && (
          <div className="min-h-24">
            <Deferred load={loadPlanLines} props={{}} placeholder={null} failure={null} />
          </div>
        )
      }
    />
  )
}
