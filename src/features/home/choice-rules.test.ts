import { describe, expect, it } from 'vitest'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { utcDay } from '#lib/utc-day.ts'
import { makeCard } from '#test/make-home.ts'
import {
  chooseDailyPick,
  choosePrompts,
  isPresentable,
  isTellingTitle,
  shownNumber,
  sortByShown,
} from './choice-rules.ts'

const excerpt = 'Plan a week of meals for {{people}} people, and write one shopping list.'
const card = (title: string, parts: Partial<PromptCard> = {}): PromptCard => ({
  ...makeCard(title),
  title,
  excerpt,
  ...parts,
})

describe('a title', () => {
  it.each(['Poet', 'AI doctor', 'Plan a week', '週末の計画', '요약하기', 'План', '写诗', 'Test cases for an API'])(
    'says something: %s',
    (title) => expect(isTellingTitle(title)).toBe(true),
  )
  it.each(['', 'Aaa', 'aaaaaaaa', 'test', 'Test 2', 'My first prompt', 'asdfgh', 'abab', '123456', '...', 'x', '一一'])(
    'says nothing: %s',
    (title) => expect(isTellingTitle(title)).toBe(false),
  )
})

describe('the gate', () => {
  it.each<[string, Partial<PromptCard>]>([
    ['a title that says nothing', { title: 'Aaa' }],
    ['no text', { excerpt: '' }],
    ['more down votes than up votes', { votes: { up: 1, down: 2 } }],
    ['a text of one repeated letter', { excerpt: 'a '.repeat(100) }],
    ['a text of a few words', { excerpt: 'Write a poem.' }],
    ['an author whose account is deleted', { user: { username: 'deleted-user' } }],
    ['an author who is only a number', { credit: 'member-a45e44c9' }],
  ])('refuses %s', (_, parts) => expect(isPresentable(card('Plan a week', parts))).toBe(false))

  it('lets prompts of members, of the site and of credited people in', () => {
    expect(isPresentable(card('Plan a week'))).toBe(true)
    expect(isPresentable(card('Plan a week', { credit: 'Grace Hopper', user: { username: 'deleted-user' } }))).toBe(
      true,
    )
  })
})

describe('a choice', () => {
  it('leaves out what is above and what the gate refuses, and is then above what follows', () => {
    const prompts = ['Above all', 'Aaa', 'Plan a week', 'Write a letter', 'Read a poem'].map((title) => card(title))
    const above = new Set(['id-Above all'])
    const titles = () => choosePrompts(prompts, above, 2).map(({ title }) => title)
    expect([titles(), titles(), titles()]).toEqual([['Plan a week', 'Write a letter'], ['Read a poem'], []])
  })

  it('can be filled with what is above, but not with what the gate refuses', () => {
    const prompts = ['Above all', 'Aaa', 'Plan a week', 'Write a letter'].map((title) => card(title))
    const chosen = choosePrompts(prompts, new Set(['id-Above all', 'id-Write a letter']), 3, { mayRepeat: true })
    expect(chosen.map(({ title }) => title)).toEqual(['Plan a week', 'Above all', 'Write a letter'])
  })

  it('takes linear time for long titles', () => {
    expect(isTellingTitle('a'.repeat(200_000))).toBe(false)
    expect(isTellingTitle(`my ${' '.repeat(200_000)}`)).toBe(false)
  })
})

describe('the prompt of the day', () => {
  const days = Array.from({ length: 60 }, (_, day) => utcDay(new Date(Date.UTC(2026, 0, 1 + day))))
  const prompts = Array.from({ length: 10 }, (_, n) => card(`Plan week ${'abcdefghij'[n]}`))

  it('changes from day to day, and every prompt has its days', () => {
    const picks = days.map((day) => chooseDailyPick(prompts, day)?.id)
    expect(new Set(picks).size).toBe(10)
  })

  it('stays the same all day, whatever the order and whichever others come or go', () => {
    for (const day of days) {
      const pick = chooseDailyPick(prompts, day)
      expect(chooseDailyPick(prompts.toReversed(), day)).toBe(pick)
      expect(
        chooseDailyPick(
          prompts.filter((other) => other === pick || other.id < 'id-Plan week f'),
          day,
        ),
      ).toBe(pick)
    }
  })

  it('is one to fill in whose whole text is shown, else one to fill in, else any that passes the gate', () => {
    const [day = ''] = days
    const cut = card('Cut off text', { excerpt: `${excerpt} …` })
    const plain = card('Without blanks', { excerpt: 'Plan a week of meals, and write one shopping list.' })
    const bad = card('Aaa')
    const [short] = prompts
    const result = { source: 'editors', model: null, text: 'Monday: soup.', picture: null, madeAt: '' } as const
    const answered = card('Answered prompt', { result })
    expect(chooseDailyPick([...prompts, answered], day), 'of these, one with a result').toBe(answered)
    expect(chooseDailyPick([bad, plain, cut, ...(short ? [short] : [])], day)).toBe(short)
    expect(chooseDailyPick([bad, plain, cut], day)).toBe(cut)
    expect(chooseDailyPick([bad, plain], day)).toBe(plain)
    expect(chooseDailyPick([bad], day)).toBeUndefined()
  })
})

describe('a short list', () => {
  const voted = (title: string, up: number, down: number) => card(title, { votes: { up, down }, copies: 100 })

  it('is sorted by the number that its rows show', () => {
    const prompts = [voted('few votes', 1, 0), card('no votes', { copies: 900 }), voted('many votes', 9, 1)]
    expect(shownNumber(prompts)).toBe('votes')
    expect(sortByShown(prompts).map(({ title }) => title)).toEqual(['many votes', 'few votes', 'no votes'])
    const copied = [card('two copies', { copies: 2 }), card('seven', { copies: 7 }), card('also two', { copies: 2 })]
    expect(shownNumber(copied)).toBe('copies')
    expect(sortByShown(copied).map(({ title }) => title)).toEqual(['seven', 'two copies', 'also two'])
  })
})
