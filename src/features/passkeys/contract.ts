import { createRoute, z } from '@hono/zod-openapi'
import { User } from '#features/accounts/contract.ts'
import { accountLimits } from '#features/accounts/rules.ts'
import { created, errors, forMembers, Id, jsonBody, noContent, ok, Time } from '#lib/http-contract.ts'
import { passkeyLimits as limits, passkeyMessages as messages } from './rules.ts'

export const Passkey = z
  .object({ id: Id, name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() })
  .openapi('Passkey')

const Bytes = z.string().max(20_000).openapi({ description: 'Bytes in base64url.' })

const Options = z
  .looseObject({ challenge: Bytes })
  .openapi('PasskeyOptions', { description: 'Options for navigator.credentials, in WebAuthn’s JSON form.' })

const credential = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }

/** What `toJSON()` returns for a new credential. Other fields are ignored. */
export const NewCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .openapi('NewPasskeyCredential')

/** What `toJSON()` returns for a credential that signed a challenge. */
export const SignedCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes.nullish(),
    }),
  })
  .openapi('SignedPasskeyCredential')

const Name = z
  .string()
  .trim()
  .min(1, { error: () => messages.nameMissing })
  .max(limits.nameMax, { error: () => messages.nameLong })
const password = z.string().max(accountLimits.passwordMax)

export type Passkey = z.infer<typeof Passkey>
export type NewCredential = z.infer<typeof NewCredential>
export type SignedCredential = z.infer<typeof SignedCredential>

const tags = ['Passkeys']
const path = '/api/user/passkeys'

export const passkeysContract = {
  startPasskeyLogin: createRoute({
    method: 'post',
    path: '/api/login/passkey/options',
    tags,
    summary: 'Starts a passkey login: returns a challenge that works once, within five minutes',
    responses: ok(Options, 'For navigator.credentials.get.'),
  }),
  logInByPasskey: createRoute({
    method: 'post',
    path: '/api/login/passkey',
    tags,
    summary: 'Signs in with a passkey; needs no second factor',
    request: { body: jsonBody(SignedCredential) },
    responses: { ...ok(User, 'You.'), ...errors(401, 403) },
  }),
  listPasskeys: createRoute({
    method: 'get',
    path,
    security: forMembers,
    tags,
    summary: 'Lists your passkeys, newest first',
    responses: { ...ok(z.array(Passkey), 'Up to 20 passkeys.'), ...errors(401) },
  }),
  startPasskeyRegistration: createRoute({
    method: 'post',
    path: `${path}/options`,
    security: forMembers,
    tags,
    summary: 'Starts adding a passkey: checks the password and returns a challenge',
    request: { body: jsonBody(z.object({ password })) },
    responses: { ...ok(Options, 'For navigator.credentials.create.'), ...errors(401, 403, 409) },
  }),
  addPasskey: createRoute({
    method: 'post',
    path,
    security: forMembers,
    tags,
    summary: 'Adds the new passkey',
    request: { body: jsonBody(z.object({ name: Name, credential: NewCredential })) },
    responses: { ...created(Passkey, 'The passkey.'), ...errors(401, 403, 409) },
  }),
  removePasskey: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    security: forMembers,
    tags,
    summary: 'Removes one of your passkeys',
    request: { params: z.object({ id: z.uuid() }), body: jsonBody(z.object({ password })) },
    responses: { ...noContent('The passkey is removed, or was removed before.'), ...errors(401, 403) },
  }),
}
