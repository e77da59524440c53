import type { TestSite } from './test-site.ts'

/** A registered user. `cookie`: the Cookie header of their session. */
export type Person = { id: string; username: string; email: string; password: string; cookie: string }

export const goodPassword = 'four brave otters'

/** The cookie that a response sets, as a browser sends it back. */
export function cookieOf(answer: { headers: Headers }): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] as string
}

/** Registers a user through the API. */
export async function signUp(testSite: TestSite, username: string): Promise<Person> {
  const person = { username, email: `${username}@example.test`, password: goodPassword }
  const answer = await testSite.request('/api/register', { method: 'POST', json: person })
  if (answer.status !== 201) throw new Error(`${username} could not register: ${JSON.stringify(answer.body)}`)
  return { ...person, id: answer.body.id, cookie: cookieOf(answer) }
}

/** Signs a user in again, like on another device. Returns that session's cookie. */
export async function signIn(testSite: TestSite, { username, password }: Pick<Person, 'username' | 'password'>) {
  const answer = await testSite.request('/api/login', { method: 'POST', json: { username, password } })
  if (answer.status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(answer.body)}`)
  return cookieOf(answer)
}
