import { type Contract, contract } from '#contract'
import { legalPages } from '#features/site/brand-rules.ts'

/** What anybody may open on a closed site: signing in, and what the law wants to be readable. */
const openPages = new RegExp(
  `^/(auth|auth/forgot|auth/reset|auth/verify|auth/return/[a-z]+|${legalPages.join('|')}|robots\\.txt)$`,
)

/** What has its own secret in the address or a header, or shows nothing: checks, metrics, private feeds, ending emails. */
const ownSecret = /^\/(healthz|readyz|metrics)$|^\/(feeds\/private|unsubscribe)\/[\w-]+$/

/** The endpoints that signing in needs. Those of members answer 401 by themselves. */
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
  // Signed by the payment provider.
  'handleWebhook',
]

const openCalls = openEndpoints.map((name) => {
  const { method, path } = contract[name]
  return { method: method.toUpperCase(), path: new RegExp(`^${path.replace(/\{\w+\}/g, '[a-z]+')}$`) }
})

/** Whether a page or text needs no session on a closed site. `path`: as sent, so that no escape can mean another one. */
export function isOpenPage(path: string): boolean {
  return openPages.test(path)
}

/** Whether a request needs no session on a closed site (ACCESS=members). */
export function isOpenRequest(method: string, path: string): boolean {
  if (method === 'GET' || method === 'HEAD') if (isOpenPage(path)) return true
  if (ownSecret.test(path)) return true
  return openCalls.some((call) => call.method === method && call.path.test(path))
}
