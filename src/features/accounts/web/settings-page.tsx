import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { AccountData } from './account-data.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { SessionList } from './session-list.tsx'

/** The sections to which the page links, in order: their ids and titles. */
const sections = [
  ['profile', msg('Profile')],
  ['page', msg('Your page')],
  ['credited', msg('Credited names')],
  ['notifications', msg('Notifications')],
  ['blocked', msg('Blocked and muted people')],
  ['password', msg('Password')],
  ['two-step', msg('Two-step sign-in')],
  ['passkeys', msg('Passkeys')],
  ['apps', msg('Connected apps')],
  ['tokens', msg('API tokens')],
  ['skills', msg('Agent skills')],
  ['webhooks', msg('Webhooks')],
  ['sessions', msg('Where you are signed in')],
  ['data', msg('Your data')],
] as const

/**
 * Shows the user's account. `page` has the sections about their public page, notifications and blocked people, and
 * `signInMethods` those about two-step sign-in, other ways to sign in, connected apps, API tokens, skills and webhooks. Without claims
 * (`hasClaims`),
 * there is no link to “Credited names”.
 */
export function SettingsPage({
  user,
  page,
  hasClaims,
  signInMethods,
}: {
  user: User
  page: ReactNode
  hasClaims: boolean
  signInMethods: ReactNode
}) {
  const links = sections
    .filter(([id]) => hasClaims || id !== 'credited')
    .map(([id, title]) => (
      <Link key={id} to="/settings" hash={id} className="py-1 hover:underline">
        {translate(title)}
      </Link>
    ))
  return (
    <div className="wrap">
      <PageHead title={t('Settings')}>
        {t('Your page, how you sign in, where you are signed in, and what we store.')}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 side:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label={t('On this page')} className="text-small side:pt-8 lg:sticky lg:top-19">
          <details className="disclosure side:hidden">
            <summary>{t('On this page')}</summary>
            <div className="grid grid-cols-2 gap-x-5 gap-y-1 pt-2">{links}</div>
          </details>
          <div className="grid gap-1 max-side:hidden">{links}</div>
        </nav>
        <div className="-mt-4 min-w-0">
          <div id="profile">
            <Section title={t('Profile')}>
              <ProfileFacts user={user} />
              <LanguageChoice user={user} />
            </Section>
          </div>
          <div id="page">{page}</div>
          <div id="password">
            <Section
              title={t('Password')}
              aside={t('Changing it signs you out everywhere else, and ends connected apps.')}
            >
              <PasswordForm username={user.username} />
            </Section>
          </div>
          {signInMethods}
          <div id="sessions">
            <Section
              title={t('Where you are signed in')}
              aside={t('End any session you don’t recognize, then change your password.')}
            >
              <SessionList />
            </Section>
          </div>
          <div id="data">
            <Section title={t('Your data')}>
              <AccountData username={user.username} />
            </Section>
          </div>
        </div>
      </div>
    </div>
  )
}
