import type { OptionalServices } from '#features/consent/services-rules.ts'
import { CookieSettingsButton } from '#features/consent/web/consent-gate.tsx'
import { storageEntries, storageGroups } from '#features/site/storage-rules.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { InfoPage } from './info-page.tsx'

const afterChoice = msg(
  'We ask again after 90 days. If your browser sends Global Privacy Control, advertising stays off.',
)

/**
 * Lists what this site stores in the browser, by purpose and key, and what optional services store there with consent.
 */
export function CookiesPage({ siteName, services }: { siteName: string; services?: OptionalServices }) {
  return (
    <InfoPage
      title={t('Cookies')}
      lead={t(
        '{siteName} stores what it needs to work for you, and nothing that tracks you without your consent. Reading, searching and copying also work with storage turned off.',
        { siteName },
      )}
    >
      <section className="rounded-2 border border-edge bg-raised p-4">
        <h2 className="mt-0">{t('Optional cookies')}</h2>
        {services ? (
          <>
            <OptionalCookies services={services} />
            <p>
              {t('Nothing optional loads until you agree.')} {translate(afterChoice)}
            </p>
          </>
        ) : (
          <>
            <p>{t('This site sets none. There is nothing to agree to now.')}</p>
            <p>
              {rich(
                '<b>If the operator turns on analytics, advertising or reviews:</b> they load only after you agree.',
                { b: (text) => <b>{text}</b> },
              )}{' '}
              {translate(afterChoice)}
            </p>
          </>
        )}
        <p>
          <CookieSettingsButton className="btn" />
        </p>
      </section>
      {(Object.keys(storageGroups) as (keyof typeof storageGroups)[]).map((group) => (
        <StorageGroup key={group} group={group} />
      ))}
      <h2>{t('How to delete everything')}</h2>
      <p>
        {t(
          'Delete this site’s data in your browser’s settings. This signs you out, and your drafts and choices are lost.',
        )}
      </p>
    </InfoPage>
  )
}

const storageNames = {
  cookie: msg('cookie'),
  'local storage': msg('local storage'),
  'session storage': msg('session storage'),
  'local storage and a cookie': msg('local storage and a cookie'),
} as const

/** Says what the entries of a group are for, and lists them in a collapsed section. */
function StorageGroup({ group }: { group: keyof typeof storageGroups }) {
  const { title, text } = storageGroups[group]
  const entries = storageEntries.filter((entry) => entry.group === group)
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      <details className="mt-2 text-small">
        <summary className="text-ink-2">
          {plural(entries.length, '{count} entries by name', '{count} entries by name')}
        </summary>
        <dl className="mt-2 grid gap-3">
          {entries.map(({ key, storage, purpose, lasts }) => (
            <div key={key} className="border-hair border-t pt-2">
              <dt>{purpose}</dt>
              <dd className="text-ink-2">
                {lasts}. <code>{key}</code>, {translate(storageNames[storage])}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

function OptionalCookies({ services: { analytics, reviews } }: { services: OptionalServices }) {
  return (
    <>
      {analytics && (
        <p>
          {rich(
            'Google Analytics, with your consent to analytics, counts which pages are read. Its cookies begin with <code>_ga</code> and last up to two years. It receives the addresses of pages without search words, and no name.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      )}
      {reviews && (
        <p>
          {t(
            'Trustpilot, with your consent to personalization, shows reviews at the bottom of pages, in a frame that may set its own cookies.',
          )}
        </p>
      )}
    </>
  )
}
