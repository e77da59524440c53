import { type Contract, contract } from '#contract'
import { mcpPath } from '#features/mcp/rules.ts'
import { isPrivateSkillPath } from '#features/skills/rules.ts'
import { legalPages } from '#lib/legal-pages.ts'
import { isOpenToOrigins } from './allow-other-origins.ts'

/** The pages and files that a closed site shows to everybody: sign-in, legal pages and robots.txt. */
const openPages = new RegExp(
  `^/(auth|auth/forgot|auth/reset|auth/verify|auth/return/[a-z]+|${legalPages.join('|')}|robots\\.txt)$`,
)

/**
 * Paths whose handlers check a secret themselves, in the address or in a header (metrics, private feeds,
 * unsubscribing), and the health checks, which anybody may see. So do private addresses of skills (`isPrivateSkillPath`).
 */
const selfProtected = /^\/(healthz|readyz|metrics)$|^\/(feeds\/private|unsubscribe)\/[\w-]+$/

/**
 * The endpoints that sign-in, the open pages and the payment provider need. Those that require a session respond
 * with 401 themselves.
 */
const openEndpoints: (keyof Contract)[] = [
  'login',
  'logInByCode',
  'startPasskeyLogin',
  'logInByPasskey',
  'startProviderLogin',
  'finishProviderLogin',
  'register',
  'logout',
  'getOwnUser',
  'forgotPassword',
  'resetPassword',
  'verifyEmail',
  'requestVerification',
  'getCaptcha',
  'getLegalPage',
  // The payment provider signs its requests to this endpoint.
  'handleWebhook',
]

const openRequests = openEndpoints.map((name) => {
  const { method, path } = contract[name]
  return { method: method.toUpperCase(), path: new RegExp(`^${path.replace(/\{\w+\}/g, '[a-z]+')}$`) }
})

/**
 * Whether a closed site shows a page or text file to everybody. `path`: as sent, not decoded. An escaped path doesn't
 * match.
 */
export function isOpenPage(path: string): boolean {
  return openPages.test(path)
}

/**
 * The authorization server and the documents that lead apps to it. Its consent page asks for a session itself.
 * `isOpenToOrigins` adds the endpoints that programs call.
 */
const authorization = /^\/oauth\/(auth|consent)(\/[\w-]+)?$/

/** Whether a closed site (ACCESS=members) serves a request without a session. */
export function isOpenRequest(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') if (isOpenPage(path)) return true
  if (selfProtected.test(path) || authorization.test(path) || isPrivateSkillPath(path)) return true
  if (isOpenToOrigins(path) && (method === 'OPTIONS' || !path.startsWith(mcpPath))) return true
  return openRequests.some((request) => request.method === method && request.path.test(path))
}
