import { expect, it } from 'vitest'
import { findOperations } from './search-rules.ts'

const operation = (method: string, path: string, summary: string) => ({
  id: path,
  method,
  path,
  summary,
  access: '',
  costsCredits: false,
})
const subjects = [
  { slug: 'votes', name: 'Votes', operations: [operation('POST', '/api/prompts/{id}/vote', 'Vote on a prompt')] },
  {
    slug: 'tools',
    name: 'Tools',
    operations: [operation('GET', '/api/tools', 'All tools'), operation('GET', '/api/tools/{id}', 'One tool')],
  },
]
const found = (q?: string) =>
  findOperations(subjects, q).flatMap(({ operations }) => operations.map(({ path }) => path))

it('a search finds operations that have all of its words in subject, method, path or summary', () => {
  expect(found()).toHaveLength(3)
  expect(found('  ')).toHaveLength(3)
  expect(found('TOOLS one')).toEqual(['/api/tools/{id}'])
  expect(found('post vote')).toEqual(['/api/prompts/{id}/vote'])
  expect(found('post tools')).toEqual([])
})
