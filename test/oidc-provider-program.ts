import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import type { OidcPerson } from './oidc-provider.ts'

/**
 * The program that `startOidcProvider` starts. It runs the npm package oidc-provider, and signs in the person that its
 * parent process has sent, without asking.
 */
const [port = '', redirectUri = '', clientId = '', clientSecret = ''] = process.argv.slice(2)
let person: OidcPerson = { sub: 'nobody' }

/** Creates a provider that has a new signing key. */
const createProvider = (kid: string) =>
  new Provider(`http://127.0.0.1:${port}`, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...createKey(), use: 'sig', kid }] as never },
    cookies: { keys: ['only for tests'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { profile: ['name'], email: ['email', 'email_verified'], groups: ['groups', 'hasgroups'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  })
const createKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
let keyCount = 1
let provider = createProvider('key-1')
let listener = provider.callback()

/** Signs in the person, and consents to everything that our client asks for. */
async function interact(request: IncomingMessage, response: ServerResponse) {
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: person.sub, clientId })
  grant.addOIDCScope(String(params.scope))
  const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const server = createServer((request, response) => {
  if (request.url?.startsWith('/interaction/')) void interact(request, response)
  else void listener(request, response)
})
process.on('message', (message: OidcPerson | 'new key') => {
  if (message === 'new key') {
    provider = createProvider(`key-${++keyCount}`)
    listener = provider.callback()
  } else person = message
  process.send?.('done')
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('listening'))
