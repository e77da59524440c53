import { type Contract, contract } from '#contract'
import { legalPages } from '#features/site/brand-rules.ts'

/** Pages and files that are open on a closed site: sign-in, legal pages and robots.txt. */
const openPages = new RegExp(
  `^/(auth|auth/forgot|auth/reset|auth/verify|auth/return/[a-z]+|${legalPages.join('|')}|robots\\.txt)$`,
)

/**
 * Paths whose handlers check a secret in the address or a header themselves (metrics, private feeds, unsubscribing), and
 * health checks.
 */
const selfProtected = /^\/(healthz|readyz|metrics)$|^\/(feeds\/private|unsubscribe)\/[\w-]+$/

/**
 * The endpoints that sign-in, open pages and the payment provider need. Those that need a session respond 401
 * themselves.
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
  // Its requests are signed by the payment provider.
  'handleWebhook',
]

const openRequests = openEndpoints.map((name) => {
  const { method, path } = contract[name]
  return { method: method.toUpperCase(), path: new RegExp(`^${path.replace(/\{\w+\}/g, '[a-z]+')}$`) }
})

/** Whether a page or text file is open on a closed site. `path` is not decoded, so an escaped path doesn't match. */
export function isOpenPage(path: string): boolean {
  return openPages.test(path)
}

/** Whether a request is allowed without a session on a closed site (ACCESS=members). */
export function isOpenRequest(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') if (isOpenPage(path)) return true
  if (selfProtected.test(path)) return true
  return openRequests.some((request) => request.method === method && request.path.test(path))
}
