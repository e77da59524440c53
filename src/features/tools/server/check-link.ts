import { OutsideError, requestOutside } from '#platform/outside-fetch.ts'
import { mayRequest, robotName } from '../robots-rules.ts'

/**
 * What a check of a link found: it works, it doesn't and why, or nothing certain: the site refuses robots or was busy.
 * `unreachable` may also mean that this server has no way to the internet.
 */
export type LinkResult = { state: 'works' } | { state: 'unknown' } | { state: 'dead' | 'unreachable'; problem: string }

const redirectsMax = 5
const timeoutMs = 10_000
const robotsBytesMax = 64_000
/** Statuses that say that nothing is there. Others, such as 403 and 429, are common for programs at sites that work. */
const goneStatuses = [404, 410]
const headers = { 'User-Agent': `${robotName}/1.0`, Accept: 'text/html,*/*;q=0.5' }

type Request = typeof requestOutside

/** Checks an address, and those to which it redirects, as far as their robots.txt files allow. */
export async function checkLink(url: string, request: Request = requestOutside): Promise<LinkResult> {
  let address = url
  try {
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const target = new URL(address)
      if (!(await isAllowed(target, request))) return { state: 'unknown' }
      const { status, location } = await requestPage(address, request)
      if (status >= 300 && status < 400 && location && URL.canParse(location, address)) {
        address = new URL(location, address).href
        continue
      }
      if (goneStatuses.includes(status)) return { state: 'dead', problem: `The site answers with ${status}.` }
      if (status >= 500) return { state: 'dead', problem: `The site fails with ${status}.` }
      return status >= 200 && status < 300 ? { state: 'works' } : { state: 'unknown' }
    }
    return { state: 'dead', problem: `It redirects more than ${redirectsMax} times.` }
  } catch (error) {
    // Without a cause, nothing was contacted: the address isn’t a public one.
    if (error instanceof OutsideError && !error.cause) return { state: 'dead', problem: error.message }
    return { state: 'unreachable', problem: problemOf((error as Error).cause) }
  }
}

/** Sites that don't know HEAD get GET. The body isn't read. */
async function requestPage(url: string, request: Request) {
  const head = await request(url, { method: 'HEAD', headers, timeoutMs })
  return head.status === 405 || head.status === 501 || head.status === 404 ? request(url, { headers, timeoutMs }) : head
}

/** Reads the robots.txt of a site. A site without one allows everything; one that fails to send it, nothing. */
async function isAllowed({ origin, pathname }: URL, request: Request): Promise<boolean> {
  const robots = await request(`${origin}/robots.txt`, { headers, timeoutMs, bytesMax: robotsBytesMax })
  if (robots.status >= 500 || robots.status === 429) return false
  return robots.status === 200 ? mayRequest(robots.text, pathname) : true
}

function problemOf(error: unknown): string {
  const { code, name } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return 'Its host no longer exists.'
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT')
    return `It doesn’t answer within ${timeoutMs / 1000} s.`
  if (code?.startsWith('CERT') || code?.includes('CERTIFICATE')) return 'Its certificate isn’t valid.'
  return 'The connection fails.'
}
