import { expect, it } from 'vitest'
import { purposeOfPath } from './sign-in-purpose-rules.ts'

it.each([
  ['/create-prompt', 'create a prompt'],
  ['/create-prompt?fork=poet', 'fork this prompt'],
  ['/my-prompts?status=draft', 'see your prompts'],
  ['/my-prompts/import', 'see your prompts'],
  ['/favorites?q=soup', 'see your saved prompts'],
  ['/prompt/poet/edit', 'edit this prompt'],
  ['/credits', 'manage your credits'],
  ['/subscription/success', 'see your plan'],
])('%s asks visitors to sign in to %s', (path, purpose) => {
  expect(purposeOfPath(path)).toBe(purpose)
})

it.each([
  null,
  '',
  '/',
  '/prompts',
  '/prompt/create-prompt',
  '/create-prompts',
  '//evil.example/favorites',
  'javascript:alert(1)',
])('“%s” gives no reason to sign in', (path) => {
  expect(purposeOfPath(path)).toBeNull()
})
