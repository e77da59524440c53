import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { AccountData } from './account-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { SessionList } from './session-list.tsx'

/**
 * The user's account: profile, password, sessions, data. `page`: sections about the user's page; `signInMethods`:
 * sections for other sign-in methods.
 */
export function SettingsPage({ user, page, signInMethods }: { user: User; page: ReactNode; signInMethods: ReactNode }) {
  return (
    <div className="wrap">
      <PageHead title="Settings">Your page, how you sign in, where you are signed in, and what we store.</PageHead>
      <div className="-mt-6">
        <Section title="Profile">
          <ProfileFacts user={user} />
        </Section>
      </div>
      {page}
      <Section title="Password" aside="Changing it signs you out everywhere else.">
        <PasswordForm username={user.username} />
      </Section>
      {signInMethods}
      <Section title="Where you are signed in" aside="End any session you don’t recognize, then change your password.">
        <SessionList />
      </Section>
      <Section title="Your data">
        <AccountData username={user.username} />
      </Section>
    </div>
  )
}
