import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Section } from '#ui/section.tsx'
import { AccountData } from './account-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { SessionList } from './session-list.tsx'

/** One's account: who one is, how and where one signs in, what is kept, the way out. `ways`: further ways to sign in. */
export function SettingsPage({ user, ways }: { user: User; ways: ReactNode }) {
  return (
    <div className="wrap">
      <PageHead title="Settings">Your account: how you sign in, where you are signed in, what is kept.</PageHead>
      <Section title="Profile">
        <ProfileFacts user={user} />
      </Section>
      <Section title="Password" aside="You are then signed out everywhere else.">
        <PasswordForm username={user.username} />
      </Section>
      {ways}
      <Section title="Where you are signed in" aside="End what you don’t know, then change your password.">
        <SessionList />
      </Section>
      <Section title="Your data">
        <AccountData username={user.username} />
      </Section>
    </div>
  )
}
