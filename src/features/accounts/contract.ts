import { createRoute, z } from '@hono/zod-openapi'
import {
  accepted,
  commaList,
  created,
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  ok,
  Time,
} from '#lib/http-contract.ts'
import { languages } from '#lib/languages.ts'
import { companionsMax, accountLimits as limits, accountMessages as messages, usernamePattern } from './rules.ts'

/** A language of the interface. A site may have only some of them; it writes in its default language instead. */
export const Language = z.enum(languages.map(({ tag }) => tag))

export const User = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    credits: z.number().int(),
    role: z.enum(['user', 'moderator', 'admin']),
    emailVerified: z.boolean(),
    language: Language.nullable().openapi({ description: 'The language of emails to you. Null: the site’s default.' }),
    createdAt: Time,
    hasGroups: z.boolean().openapi({ description: 'Whether you are in any group.' }),
  })
  .openapi('User', {
    description:
      'The signed-in user. Only admins see other users’ emails, in contact messages and with password reset links.',
  })

export type User = z.infer<typeof User>

/** The answers to other reads, by their address. */
const Answers = z.record(z.string(), z.object({ status: z.number().int(), body: z.unknown() }))
export type Answers = z.infer<typeof Answers>

const Username = z
  .string()
  .min(limits.usernameMin, { error: () => messages.usernameShort })
  .max(limits.usernameMax, { error: () => messages.usernameLong })
  .regex(usernamePattern, { error: () => messages.usernameLetters })

export const Email = z
  .string()
  .max(limits.emailMax, { error: () => messages.email })
  .pipe(z.email({ error: () => messages.email }))

const Password = z
  .string()
  .min(limits.passwordMin, { error: () => messages.passwordShort })
  .max(limits.passwordMax, { error: () => messages.passwordLong })

/** The solution of a captcha (GET /api/captcha), if the site requires one. */
const captcha = z.string().max(10_000).optional()

export const Login = z.object({
  username: z
    .string()
    .min(limits.usernameMin, { error: () => messages.usernameShort })
    .max(limits.emailMax)
    .openapi({ description: 'The username in any letter case, or the email address.' }),
  password: Password,
})

/** The token of an invitation, if registration requires one. */
const invitation = z.string().max(200).optional()

export const Registration = z.object({
  username: Username,
  email: Email,
  password: Password,
  language: Language.optional().openapi({ description: 'The language of emails to you. Unset: the site’s default.' }),
  captcha,
  invitation,
})

export const Session = z
  .object({
    id: Id,
    createdAt: Time,
    lastUsedAt: Time.openapi({ description: 'Rounded to the hour.' }),
    expiresAt: Time,
    network: z.string().openapi({
      description: 'The network in which the session began: the first part of the IP address.',
      example: '192.0.2.0/24',
    }),
    browser: z.string().openapi({ description: 'The User-Agent that started the session.' }),
    isCurrent: z.boolean(),
  })
  .openapi('Session')

const Token = z.string().min(1).max(200).openapi({ description: 'The token in the link.' })

const AccountExport = z
  .looseObject({
    exportedAt: Time,
    account: User,
    sessions: z.array(Session),
    acts: z.array(z.unknown()).openapi({ description: 'The audit log entries about you.' }),
  })
  .openapi('AccountExport', {
    description: 'Everything the site stores about you. Each feature adds its part under its own name.',
  })

export type Session = z.infer<typeof Session>
export type AccountExport = z.infer<typeof AccountExport>
export type Login = z.infer<typeof Login>
export type Registration = z.infer<typeof Registration>

export const accountsContract = {
  login: createRoute({
    method: 'post',
    path: '/api/login',
    tags: ['Accounts'],
    summary: 'Signs in with a username or email address and sets the session cookie',
    request: { body: jsonBody(Login) },
    responses: { ...ok(User, 'Your account.'), ...errors(401, 403) },
  }),
  register: createRoute({
    method: 'post',
    path: '/api/register',
    tags: ['Accounts'],
    summary: 'Creates an account, signs in and sets the session cookie',
    request: { body: jsonBody(Registration) },
    responses: { ...created(User, 'Your account.'), ...errors(403, 409) },
  }),
  logout: createRoute({
    method: 'post',
    path: '/api/logout',
    tags: ['Accounts'],
    summary: 'Ends the session, if there is one',
    responses: noContent('Signed out.'),
  }),
  getOwnUser: createRoute({
    method: 'get',
    path: '/api/user',
    security: forMembersOrToken('read'),
    tags: ['Accounts'],
    summary: 'Returns the signed-in user and, with them, what you would get from other reads',
    request: {
      query: z.object({
        with: commaList(companionsMax, 'reads')
          .optional()
          .openapi({
            type: 'string',
            example: '/api/favorites?limit=1,/api/notifications/count',
            description: `The addresses of up to ${companionsMax} other reads, separated by commas. Write a comma in an address as %2C.`,
          }),
      }),
    },
    responses: {
      ...ok(
        User.extend({ answers: Answers.optional() }).openapi('UserWithAnswers'),
        'Your account, and the answers to the other reads by their address.',
      ),
      ...errors(401),
    },
  }),
  forgotPassword: createRoute({
    method: 'post',
    path: '/api/password/forgot',
    tags: ['Accounts'],
    summary:
      'Emails a link for choosing a new password if the address has an account; the response is the same either way',
    request: { body: jsonBody(z.object({ email: Email, captcha })) },
    responses: { ...accepted('Request accepted.'), ...errors(403) },
  }),
  resetPassword: createRoute({
    method: 'post',
    path: '/api/password/reset',
    tags: ['Accounts'],
    summary:
      'Sets a new password with a reset link; ends all sessions, revokes all API tokens, and removes sign-in methods added before the address was confirmed',
    request: { body: jsonBody(z.object({ token: Token, password: Password })) },
    responses: noContent('The password is changed.'),
  }),
  changePassword: createRoute({
    method: 'post',
    path: '/api/password/change',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Changes your password and ends all other sessions',
    request: {
      body: jsonBody(z.object({ currentPassword: z.string().max(limits.passwordMax), newPassword: Password })),
    },
    responses: { ...noContent('The password is changed.'), ...errors(401, 403) },
  }),
  verifyEmail: createRoute({
    method: 'post',
    path: '/api/email/verify',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Confirms the email address of the signed-in account with the link from an email',
    request: { body: jsonBody(z.object({ token: Token })) },
    responses: { ...noContent('The address is confirmed.'), ...errors(401, 403) },
  }),
  requestVerification: createRoute({
    method: 'post',
    path: '/api/email/verification',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Sends another email for confirming your address',
    responses: {
      ...accepted('Request accepted. Nothing is sent if the address is already confirmed.'),
      ...errors(401),
    },
  }),
  setLanguage: createRoute({
    method: 'put',
    path: '/api/user/language',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Sets the language of emails to you',
    request: { body: jsonBody(z.object({ language: Language })) },
    responses: { ...noContent('The language is set.'), ...errors(401) },
  }),
  listSessions: createRoute({
    method: 'get',
    path: '/api/user/sessions',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Lists your sessions, most recently used first',
    responses: { ...ok(z.array(Session), 'Up to 50 sessions.'), ...errors(401) },
  }),
  endSession: createRoute({
    method: 'delete',
    path: '/api/user/sessions/{id}',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Ends one of your sessions',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The session has ended, or had already ended.'), ...errors(401) },
  }),
  exportAccount: createRoute({
    method: 'get',
    path: '/api/user/export',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Downloads everything the site stores about you',
    responses: { ...ok(AccountExport, 'The export.'), ...errors(401) },
  }),
  deleteAccount: createRoute({
    method: 'delete',
    path: '/api/user',
    security: forMembers,
    tags: ['Accounts'],
    summary: 'Deletes your account; your prompts stay under "deleted-user" unless you ask to delete them',
    request: {
      body: jsonBody(
        z.object({ password: z.string().max(limits.passwordMax), prompts: z.enum(['keep', 'delete']).default('keep') }),
      ),
    },
    responses: { ...noContent('The account is deleted.'), ...errors(401, 403, 409) },
  }),
}
