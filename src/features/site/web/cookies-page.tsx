import type { OptionalServices } from '#features/consent/services-rules.ts'
import { CookieSettingsButton } from '#features/consent/web/consent-gate.tsx'
import { storageEntries } from '#features/site/storage-rules.ts'
import { InfoPage } from './info-page.tsx'

/** Lists what this site stores in the browser, key by key, and what others store there with consent. */
export function CookiesPage({ siteName, services }: { siteName: string; services?: OptionalServices }) {
  return (
    <InfoPage
      title="Cookies"
      lead={`What ${siteName} stores in your browser: what it needs to work, and nothing that tracks you.`}
    >
      <div className="overflow-x-auto">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">What for</th>
              <th scope="col">How long</th>
              <th scope="col" className="max-md:hidden">
                Name
              </th>
            </tr>
          </thead>
          <tbody>
            {storageEntries.map(({ key, storage, purpose, lasts }) => (
              <tr key={key}>
                <td>{purpose}</td>
                <td className="text-ink-2 text-small">{lasts}</td>
                <td className="text-ink-2 text-small max-md:hidden">
                  <code>{key}</code>, {storage}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>Optional cookies</h2>
      {services ? <OptionalCookies services={services} /> : <p>This site sets none.</p>}
      <p>
        We ask you once, and again after 90 days. Nothing optional loads until you agree. If your browser sends the
        privacy signal Global Privacy Control, advertising stays off. You can change your mind at any time:
      </p>
      <p>
        <CookieSettingsButton className="btn" />
      </p>
      <h2>How to delete everything</h2>
      <p>
        Delete this site’s data in your browser’s settings. This signs you out, and your drafts and choices are lost.
        Reading, searching and copying also work with storage turned off.
      </p>
    </InfoPage>
  )
}

function OptionalCookies({ services: { analytics, reviews } }: { services: OptionalServices }) {
  return (
    <>
      {analytics && (
        <p>
          Google Analytics, with your consent to analytics, counts which pages are read. Its cookies begin with{' '}
          <code>_ga</code> and last up to two years. It receives the addresses of pages without search words, and no
          name.
        </p>
      )}
      {reviews && (
        <p>
          Trustpilot, with your consent to personalization, shows reviews at the bottom of pages, in a frame that may
          set its own cookies.
        </p>
      )}
    </>
  )
}
