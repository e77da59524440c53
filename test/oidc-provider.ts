import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './processes.ts'

const program = fileURLToPath(new URL('./oidc-provider-program.ts', import.meta.url))
const client = { clientId: 'promptarium', clientSecret: 'a secret of at least 32 characters' }

/** A person at the provider, described by their claims. */
export type OidcPerson = { sub: string; [claim: string]: unknown }

/**
 * Starts a real OpenID provider (oidc-provider) in a separate process. It signs in the person that `setPerson` has set,
 * without asking. `redirectUri`: where the provider sends the browser back to.
 */
export async function startOidcProvider(redirectUri: string) {
  const port = await findFreePort()
  const start = async () => {
    const { clientId, clientSecret } = client
    const child = fork(program, [String(port), redirectUri, clientId, clientSecret], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await once(child, 'message')
    return child
  }
  const end = async (child: ChildProcess) => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  const child = await start()
  return {
    issuer: `http://127.0.0.1:${port}`,
    /** The id and secret of the site as a client of the provider. */
    keys: client,
    async setPerson(person: OidcPerson) {
      child.send(person)
      await once(child, 'message')
    },
    /** Makes the provider use a new signing key from now on. */
    async changeKey() {
      child.send('new key')
      await once(child, 'message')
    },
    visit: (url: string) => visit(url, redirectUri),
    close: () => end(child),
  }
}

/**
 * Follows an authorization link like a browser, up to the redirect that leads back. Returns the parameters of that
 * redirect.
 */
async function visit(url: string, redirectUri: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider returned ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(redirectUri)) return Object.fromEntries(next.searchParams)
  }
  throw new Error('The provider redirected 10 times without leading back.')
}
