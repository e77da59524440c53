import { describe, expect, it } from 'vitest'
import type { Leaderboard } from '#features/comparison/contract.ts'
import type { Model } from '#features/models/contract.ts'
import { renderPage } from '#test/render-page.tsx'
import { BlindRoundPage } from './blind/blind-round-page.tsx'
import { ComparePage } from './compare-page.tsx'
import { LeaderboardPage } from './ratings/leaderboard-page.tsx'

const model = (id: string, vendor: Model['vendor'], available: boolean): Model => ({
  id,
  name: id,
  vendor,
  available,
  through: null,
  ownKey: null,
  price: 1,
  context: null,
  reason: null,
})
const composer = model('composer', 'built-in', true)
const unconnectedModels = [composer, model('gpt-5.4-mini', 'openai', false), model('llama3.2', 'meta', false)]
const connectedModels = [composer, model('gpt-5.4-mini', 'openai', true)]
const board: Leaderboard = { computedAt: '2026-11-26T00:00:00Z', method: '', votes: 0, ratedVotesMin: 10, models: [] }

const renderCompare = (models: Model[]) => renderPage(<ComparePage models={models} renderCheck={() => null} />)
const renderLeaderboard = (models: Model[]) =>
  renderPage(<LeaderboardPage board={board} models={models} categories={[]} />)

describe('without a language model', () => {
  it('the Compare page says to paste answers, and mentions no refunds or blind votes', async () => {
    const html = await renderCompare(unconnectedModels)
    expect(html).toContain('paste their answers')
    expect(html).not.toMatch(/blind|\/compare\/vote|refund/)
  })

  it('the Models page lists prices, links to the Compare page and to chats, and offers no blind vote', async () => {
    const html = await renderLeaderboard(unconnectedModels)
    expect(html).toContain('href="/compare"')
    expect(html).toContain('href="https://chatgpt.com/"')
    expect(html).toMatch(/per million tokens.*openai\.svg.*gpt-5\.4-mini<.*>256<.*>\$0\.75<\/td><td[^>]*>\$4\.50</s)
    expect(html).toMatch(/llama3\.2<.*depends on the host/s)
    expect(html).toContain('OpenAI (ChatGPT)')
    expect(html).not.toContain('Vote on two answers')
  })
})

describe('the page for blind votes', () => {
  it('has an example with unnamed answers to try while nobody can vote, and links to the Compare page', async () => {
    const html = await renderPage(<BlindRoundPage mayHaveRounds={false} />)
    expect(html).toContain('we wrote both answers')
    expect(html).toContain('A is better')
    expect(html, 'the name appears before the choice').not.toContain('Polite and vague')
    expect(html).toContain('href="/compare"')
    expect(html).not.toMatch(/Which answer is better|Two models got/)
  })

  it('asks which answer is better once there may be something to vote on', async () => {
    const html = await renderPage(<BlindRoundPage mayHaveRounds />)
    expect(html).toContain('Which answer is better?')
    expect(html).not.toContain('we wrote both answers')
  })
})

describe('with a language model', () => {
  it('the Compare and Models pages link to blind votes', async () => {
    expect(await renderCompare(connectedModels)).toContain('href="/compare/vote"')
    expect(await renderLeaderboard(connectedModels)).toContain('Vote on two answers')
  })
})
