import { describe, expect, it } from 'vitest'
import type { Contributor, UserProfile } from '#features/contributors/contract.ts'
import { makeCard, makeContributor } from '#test/make-home.ts'
import { renderPage } from '#test/render-page.tsx'
import { ContributorListPage } from './contributor-list-page.tsx'
import { UserPage } from './user-page.tsx'

const person = (username: string, score: number): Contributor =>
  makeContributor(username, { prompts: 3, copies: 1204, votes: 7, score, joinedAt: '2026-03-04T10:00:00.000Z' })
const pageOf = <Item,>(items: Item[], nextCursor: string | null = null) => ({ items, nextCursor, total: items.length })

describe('the list of contributors', () => {
  it('links to contributors, with bars relative to the highest score', async () => {
    const page = pageOf([person('ada', 400), person('grace_h', 100)], 'next')
    const html = await renderPage(<ContributorListPage page={page} highestScore={800} />)
    expect(html).toMatch(/href="\/user\/grace_h"[^>]*>grace_h</)
    expect(html).toContain('width="50.0%"')
    expect(html).toContain('width="12.5%"')
    expect(html).toMatch(/rel="next"/)
  })

  it('shows prompts instead of scores on the first page while nobody on it has a score', async () => {
    const first = pageOf([makeContributor('ada', { prompts: 3 })])
    const html = await renderPage(<ContributorListPage page={first} highestScore={0} />)
    expect(html).toContain('Sorted by prompts: none of these people has a score yet.')
    expect(html).not.toMatch(/Net votes|Score/)
    expect(await renderPage(<ContributorListPage page={first} highestScore={0} cursor="next" />)).toContain('Net votes')
  })

  it('links to each person’s best prompt, and shows buttons for members only', async () => {
    const bestPrompt = { slug: 'plan-a-week', title: 'Plan a week', language: 'en' }
    const people = [person('ada', 9), { ...person('linus', 4), isMember: false }]
    const page = pageOf(people.map((contributor) => ({ ...contributor, bestPrompt })))
    const html = await renderPage(
      <ContributorListPage page={page} highestScore={9} renderActions={({ username }) => `follow ${username}`} />,
    )
    expect(html.match(/href="\/prompt\/plan-a-week"[^>]*>Plan a week</g)).toHaveLength(2)
    expect([html.includes('follow ada'), html.includes('follow linus')]).toEqual([true, false])
  })

  it('says who isn’t ranked, unless there is only one contributor, who may be the site account', async () => {
    const two = await renderPage(
      <ContributorListPage page={pageOf([person('ada', 4), person('bo', 2)])} highestScore={4} />,
    )
    expect(two).toContain('aren’t ranked')
    expect(await renderPage(<ContributorListPage page={pageOf([person('ada', 4)])} highestScore={4} />)).not.toContain(
      'ranked',
    )
  })

  it('marks members if there are credited names, which link to pages of their own', async () => {
    const page = pageOf([{ ...person('grace_h', 400), isMember: false }, person('grace_h', 100)])
    const html = await renderPage(<ContributorListPage page={page} highestScore={800} />)
    expect(html).toMatch(/href="\/author\/grace_h"[^>]*><bdi>grace_h<\/bdi><\/a><\/span>/)
    expect(html.match(/> member</g)).toHaveLength(1)
    expect(html).toMatch(/href="\/user\/grace_h"[^>]*>grace_h<\/a><small[^>]*> member</)
    const members = await renderPage(<ContributorListPage page={pageOf([person('ada', 4)])} highestScore={4} />)
    expect(members, 'no mark if all are members').not.toContain('> member<')
  })

  it('numbers only the first page, because the ranks on later pages are unknown', async () => {
    const page = pageOf([person('ada', 400)])
    expect(await renderPage(<ContributorListPage page={page} highestScore={800} />)).toContain('>#<')
    expect(await renderPage(<ContributorListPage page={page} highestScore={800} cursor="next" />)).not.toContain('>#<')
  })

  it('gives equal ranks to equal scores', async () => {
    const page = pageOf([person('ada', 400), person('bo', 21), person('cy', 21), person('di', 9)])
    const html = await renderPage(<ContributorListPage page={page} highestScore={400} />)
    expect(html.match(/(?<=text-ink-3">)\d+(?=<)/g)).toEqual(['1', '2', '2', '4'])
  })

  it('says below which line people have no score, and gives them neither rank nor bar', async () => {
    const page = pageOf([person('ada', 400), person('bo', 0), person('cy', 0)])
    const html = await renderPage(<ContributorListPage page={page} highestScore={400} />)
    expect(html).toMatch(/>ada<.*No score yet.*>bo<.*>cy</s)
    expect(html.match(/No score yet/g)).toHaveLength(1)
    expect(html.match(/(?<=text-ink-3">)\d+(?=<)/g)).toEqual(['1'])
    expect(html.match(/width="\d+\.\d%"/g)).toEqual(['width="100.0%"'])
  })

  it('says that nobody has published if it is empty', async () => {
    expect(await renderPage(<ContributorListPage page={pageOf([])} highestScore={0} />)).toContain(
      'Nobody has published',
    )
  })
})

describe('a person’s page', () => {
  const contributor = person('grace_h', 100)

  it('shows name, initials, date, numbers and prompts', async () => {
    const html = await renderPage(<UserPage contributor={contributor} prompts={pageOf([makeCard('a-prompt')])} />)
    expect(html).toMatch(/<h1[^>]*>grace_h<\/h1>/)
    for (const part of ['>GH<', 'Joined March 4, 2026', '1,204', 'href="/prompt/a-prompt"'])
      expect(html).toContain(part)
  })

  it('shows no numbers if there are no votes and only a few copies', async () => {
    const render = (numbers: Partial<Contributor>) =>
      renderPage(<UserPage contributor={{ ...contributor, ...numbers }} prompts={pageOf([makeCard('a-prompt')])} />)
    expect(await render({ votes: 0, copies: 4 })).not.toContain('Score')
    expect(await render({ votes: 0, copies: 5 })).toContain('Score')
    expect(await render({ votes: -1, copies: 0 })).toContain('Score')
  })

  it('says how its prompts are ordered, and doesn’t repeat the person’s name on them', async () => {
    const ownPrompt = { ...makeCard('a-prompt'), user: { username: 'grace_h' }, copies: 1 }
    const html = await renderPage(<UserPage contributor={contributor} prompts={pageOf([ownPrompt])} />)
    expect(html).toContain('>1, best first<')
    expect(html).not.toContain('href="/user/grace_h"')
    const unused = pageOf([{ ...ownPrompt, copies: 0 }])
    expect(await renderPage(<UserPage contributor={contributor} prompts={unused} />)).toContain('>1, newest first<')
  })

  const completeProfile: UserProfile = {
    contributor,
    profile: { bio: 'I write compilers.', links: [] },
    pinned: [],
    credits: ['Grace H'],
    prompts: pageOf([makeCard('a-prompt')]),
  }
  const otherValues: UserProfile = {
    contributor: person('ada', 100),
    profile: { bio: '', links: [] },
    pinned: [makeCard('a-pinned-prompt')],
    credits: [],
    prompts: pageOf([]),
  }
  it.each(Object.entries(otherValues))('shows each field of a member that the API returns: %s', async (name, value) => {
    const [html, other] = await Promise.all(
      [completeProfile, { ...completeProfile, [name]: value }].map((profile) => renderPage(<UserPage {...profile} />)),
    )
    expect(html, `${name} must be shown on the page (user-page.tsx)`).not.toBe(other)
  })

  it('shows pinned prompts first, and not again among the others on that page', async () => {
    const [first, second] = [makeCard('first'), makeCard('second')]
    const render = (pinned: (typeof first)[], cursor?: string) =>
      renderPage(
        <UserPage contributor={contributor} pinned={pinned} prompts={pageOf([first, second])} cursor={cursor} />,
      )
    const html = await render([second])
    expect(html.match(/href="\/prompt\/(first|second)"/g)).toEqual(['href="/prompt/second"', 'href="/prompt/first"'])
    expect(await render([first, second]), 'nothing is left for the other list').not.toContain('Prompts</h2>')
    expect(await render([second], 'next')).not.toContain('Pinned')
  })

  it('says that a credited name isn’t a member yet, and shows no date', async () => {
    const credited = { ...contributor, isMember: false }
    const html = await renderPage(<UserPage contributor={credited} prompts={pageOf([makeCard('a-prompt')])} />)
    expect(html).toContain('Credited, not a member yet')
    expect(html).not.toContain('Joined')
  })

  it('says that the user has no prompts', async () => {
    const html = await renderPage(<UserPage contributor={contributor} prompts={pageOf([])} />)
    expect(html).toContain('grace_h has not written a prompt here yet.')
  })

  it('shows the bio as plain text and the links without endorsing it, and no link to report the page if both are empty', async () => {
    const profile = {
      bio: 'I write <b>prompts</b>.\nhttps://example.org',
      links: ['https://www.example.org/ada', 'https://example.net/'],
    }
    const html = await renderPage(<UserPage contributor={contributor} profile={profile} prompts={pageOf([])} />)
    expect(html).toContain('I write &lt;b&gt;prompts&lt;/b&gt;.\nhttps://example.org')
    expect(html).toMatch(
      /<a href="https:\/\/www.example.org\/ada" rel="nofollow ugc noopener"[^>]*><bdi>example.org\/ada</,
    )
    expect(html).toContain('href="https://example.net/" rel="nofollow ugc noopener"')
    const empty = await renderPage(
      <UserPage contributor={contributor} profile={{ bio: '', links: [] }} prompts={pageOf([])} />,
    )
    expect(empty).not.toContain('Report this page')
  })

  it('has no style attributes, which the Content-Security-Policy forbids', async () => {
    expect(await renderPage(<UserPage contributor={contributor} prompts={pageOf([])} />)).not.toMatch(/\sstyle=/)
  })
})
