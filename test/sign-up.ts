import type { LanguageTag } from '#lib/languages.ts'
import type { TestSite } from './test-site.ts'

/** A registered user. `cookie`: the Cookie header of the user's session. */
export type Person = { id: string; username: string; email: string; password: string; cookie: string }

/** A password that the site accepts. */
export const goodPassword = 'four brave otters'

/** Returns the cookie that a response sets, in the form in which a browser sends it back. */
export function cookieOf(response: { headers: Headers }): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] as string
}

/** Registers a user through the API. Throws an Error if that fails. */
export async function signUp(testSite: TestSite, username: string, language?: LanguageTag): Promise<Person> {
  const person = { username, email: `${username}@example.test`, password: goodPassword }
  const response = await testSite.request('/api/register', { method: 'POST', json: { ...person, language } })
  if (response.status !== 201) throw new Error(`${username} could not register: ${JSON.stringify(response.body)}`)
  return { ...person, id: response.body.id, cookie: cookieOf(response) }
}

/**
 * Signs in a user again, as if on another device. Returns the cookie of the new session. Throws an Error if that fails.
 */
export async function signIn(testSite: TestSite, { username, password }: Pick<Person, 'username' | 'password'>) {
  const response = await testSite.request('/api/login', { method: 'POST', json: { username, password } })
  if (response.status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(response.body)}`)
  return cookieOf(response)
}
