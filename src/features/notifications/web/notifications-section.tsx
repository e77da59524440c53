import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { NotificationSettings } from '#features/notifications/contract.ts'
import { type RegularEmail, regularEmailNames, regularEmails } from '#features/notifications/regular-email-rules.ts'
import { notificationKindEmails, notificationKindNames, notificationKinds } from '#features/notifications/rules.ts'
import { t } from '#lib/texts.ts'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notificationSettingsQuery } from './notification-queries.ts'
import { PrivateFeed } from './private-feed.tsx'
import { useEditSettings } from './use-edit-settings.ts'

/** The notification settings: kinds, regular emails and the private feed. Each change is saved immediately. */
export function NotificationsSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: settings, error, refetch } = useQuery(notificationSettingsQuery(api))
  const edit = useEditSettings()
  return (
    <Section title={t('Notifications')} aside={t('News about what you follow, save and fork.')}>
      <div id="notifications" className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!settings && !error}>
        {error && !settings && (
          <LoadFailure title={t('Your choices could not be loaded')} error={error} onRetry={() => refetch()} />
        )}
        {settings && (
          <>
            <KindChoice settings={settings} onChange={(off) => edit({ off })} />
            {regularEmailNames.map((email) => (
              <EmailChoice
                key={email}
                email={email}
                settings={settings}
                onChange={(isChosen) => edit({ [email]: isChosen })}
              />
            ))}
            <PrivateFeed since={settings.feedSince} onChanged={() => refetch()} />
          </>
        )}
      </div>
    </Section>
  )
}

type Choice<Value> = { settings: NotificationSettings; onChange: (value: Value) => void }

function KindChoice({ settings: { off, digestNeeds }, onChange }: Choice<NotificationSettings['off']>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t('Notify me about')}</legend>
      {notificationKinds.map((kind) => (
        <Checkbox
          key={kind}
          name={kind}
          label={
            <>
              {notificationKindNames[kind]}
              {digestNeeds !== 'email' && notificationKindEmails[kind] && (
                <span className="block text-ink-2 text-small">{notificationKindEmails[kind]()}</span>
              )}
            </>
          }
          checked={!off.includes(kind)}
          onChange={({ target }) => onChange(target.checked ? off.filter((one) => one !== kind) : [...off, kind])}
        />
      ))}
    </fieldset>
  )
}

/** Why the member can't get a regular email, by what is missing. */
const missingTexts = {
  email: () => t('This site doesn’t send email, so there is no weekly email.'),
  confirmation: () => t('Confirm your email address first, at the top of this page.'),
}

function EmailChoice({
  email,
  settings: { [email]: isChosen, digestNeeds: needs },
  onChange,
}: Choice<boolean> & { email: RegularEmail }) {
  const { heading, label } = regularEmails[email]
  const needsId = `${email}-needs`
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{heading}</legend>
      {(needs !== 'email' || isChosen) && (
        <Checkbox
          name={email}
          label={label}
          checked={isChosen}
          disabled={needs !== null && !isChosen}
          aria-describedby={needs ? needsId : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
      )}
      {needs && (
        <p id={needsId} className="text-ink-2 text-small">
          {missingTexts[needs]()}
        </p>
      )}
    </fieldset>
  )
}
