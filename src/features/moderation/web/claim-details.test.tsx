import { expect, it } from 'vitest'
import type { AdminClaim } from '#features/moderation/people-contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { ClaimDetails } from './claim-details.tsx'

const claim: AdminClaim = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'f',
  user: { username: 'ada' },
  holder: null,
  status: 'pending',
  proof: 'moderator',
  note: 'See https://site.example/proof, please.',
  createdAt: '2026-11-26T00:00:00.000Z',
  decidedAt: null,
  holds: false,
  promptCount: 71,
}
const render = (change: Partial<AdminClaim>) => renderPage(<ClaimDetails claim={{ ...claim, ...change }} />)

it('a claim says how many prompts its approval would link, unless a member already holds the name', async () => {
  expect(await render({})).toContain(
    'If you approve, 71 prompts credited to <bdi>f</bdi> will be linked to ada’s account.',
  )
  expect(await render({ promptCount: 1 })).toContain('If you approve, 1 prompt credited to')
  expect(await render({ promptCount: 1000 })).toContain('If you approve, 1,000+ prompts credited to')
  expect(await render({ promptCount: null, holder: { username: 'bob' } })).not.toContain('If you approve')
})

it('a claim links to web addresses in its evidence, never to a script, and to the credited author’s page', async () => {
  const html = await render({})
  expect(html).toMatch(/<a href="https:\/\/site\.example\/proof"[^>]*rel="nofollow ugc noopener"/)
  expect(html).toContain('href="/author/f"')
  expect(await render({ note: 'javascript:alert(1)' })).not.toContain('href="javascript')
})
