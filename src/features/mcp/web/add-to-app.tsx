import { Link } from '@tanstack/react-router'
import { useAddress } from '#client/use-address.ts'
import { type AppLink, appLinks, canReach, reachOf } from '#features/mcp/client-rules.ts'
import { mcpMemberPath } from '#features/mcp/rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { CodeLine } from '#ui/code-line.tsx'
import { copyText } from '#ui/copy-text.ts'
import { notify } from '#ui/notice.tsx'

/** What can use the address. The texts are about equally long, so nothing moves when the browser fills in the host. */
const reachTexts = {
  web: msg('Apps on the web and other programs can use this address.'),
  programs: msg('Apps on the web need a public https address. Programs can use this one.'),
  computer: msg('Apps on the web can’t reach this address; programs on this computer can.'),
  unknown: msg('Apps on the web can use this address if it’s public and begins with https.'),
}

/** Shows the address of an MCP server, with a button that copies it, and what can reach it. */
export function ServerAddress({ address, isPrimary = false }: { address: string; isPrimary?: boolean }) {
  const reach = reachOf(address)
  return (
    <div>
      <CodeLine
        text={address}
        about={t('Server address')}
        buttonClass={isPrimary && reach === 'web' ? 'btn btn-primary m-2' : 'btn m-2'}
      />
      <p className="mt-3 text-small">{translate(reachTexts[reach])}</p>
    </div>
  )
}

/**
 * A closed disclosure with a button “Add to …” for each app that has one, the address of the MCP server, and a link to
 * the steps for each app. `path` and `title`: of the server.
 */
export function ClosedAddToApps({ path, title }: { path: string; title: string }) {
  const address = useAddress(path)
  return (
    <details className="border-hair border-t pt-3">
      <summary className="font-semibold">{t('Add to an AI app')}</summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
          {appLinks({ title, address }).map((target) => (
            <AddToApp key={target.app} target={target} address={address} />
          ))}
        </p>
        <ServerAddress address={address} />
        <p className="text-small">
          <Link to="/mcp" hash={path === mcpMemberPath ? 'own' : undefined} className="link">
            {t('Steps for each app')}
          </Link>
        </p>
      </div>
    </details>
  )
}

/**
 * The button “Add to …” of an app. It is disabled if the app can't reach the address. If the app's form stays empty,
 * the button also copies the address.
 */
export function AddToApp({ target, address }: { target: AppLink; address: string }) {
  const { app, link, isOnWeb, mustPaste } = target
  const label = t('Add to {app}', { app })
  if (!canReach(target, address))
    return (
      <button type="button" className="btn" aria-disabled="true" title={translate(reachTexts[reachOf(address)])}>
        {label}
      </button>
    )
  const copy = async () => {
    if (await copyText(address))
      notify({ title: t('Address copied'), text: t('Paste it in {app} as the server URL.', { app }) })
  }
  // A link to a program, unlike one to a page, leaves the current page open.
  const newTab = isOnWeb && { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a href={link} {...newTab} className="btn" onClick={mustPaste ? copy : undefined}>
      {label}
    </a>
  )
}
