import { stored } from '#features/site/storage-rules.ts'
import { InfoPage } from './info-page.tsx'

/** What this site keeps in the browser, key by key. */
export function CookiesPage({ siteName }: { siteName: string }) {
  return (
    <InfoPage
      title="Cookies"
      lead={`${siteName} sets no cookies. It keeps these few things in your browser, and nobody else can read them.`}
    >
      <table className="board">
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
          {stored.map(({ key, place, purpose, lasts }) => (
            <tr key={key}>
              <td>{purpose}</td>
              <td className="text-ink-2 text-small">{lasts}</td>
              <td className="text-ink-2 text-small max-md:hidden">
                <code>{key}</code> in {place}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>How to delete them</h2>
      <p>
        Delete the data of this site in your browser’s settings. Nothing is lost but your choice of theme and keys. The
        site also works with storage turned off.
      </p>
    </InfoPage>
  )
}
