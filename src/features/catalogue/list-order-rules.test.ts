import { describe, expect, it } from 'vitest'
import { makeCard } from '#test/make-home.ts'
import { isReadable, isUnranked, readableFirst } from './list-order-rules.ts'

const good = { title: 'A reminder', excerpt: 'Write a friendly reminder to a customer who has not paid yet.' }
const poor = { title: 'Some data', excerpt: '{"a": [1, 2], "b": {"c": null}}' }

describe('a page of prompts', () => {
  it('is unranked if it is the first page and has none of the copies or up votes that its order counts', () => {
    const copiedCard = { ...makeCard('a'), copies: 1 }
    const likedCard = { ...makeCard('a'), votes: { up: 1, down: 0 } }
    expect(isUnranked('popular', [likedCard], undefined)).toBe(true)
    expect(isUnranked('popular', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('highest-rated', [copiedCard], undefined)).toBe(true)
    expect(isUnranked('highest-rated', [likedCard], undefined)).toBe(false)
    expect(isUnranked('trending', [makeCard('a')], undefined)).toBe(true)
    expect(isUnranked('trending', [copiedCard], undefined)).toBe(false)
    expect(isUnranked('newest', [makeCard('a')], undefined)).toBe(false)
    expect(isUnranked('popular', [makeCard('a')], 'later')).toBe(false)
    expect(isUnranked('popular', [], undefined)).toBe(false)
  })

  it('shows readable prompts first, but only among prompts of equal rank', () => {
    const cards = [
      { ...makeCard('often'), ...poor, copies: 9 },
      { ...makeCard('poor'), ...poor, copies: 2 },
      { ...makeCard('good'), ...good, copies: 2 },
    ]
    const slugs = (sort: 'popular' | 'newest') => readableFirst(sort, cards).map(({ slug }) => slug)
    expect(slugs('popular')).toEqual(['often', 'good', 'poor'])
    expect(slugs('newest')).toEqual(['good', 'often', 'poor'])
  })
})

const title = 'Reminder to a customer'
const excerpt = 'Write a friendly reminder to {{customer:a customer}} who has not paid yet.'

describe('a card', () => {
  it.each([
    ['a sentence with a blank', { title, excerpt }],
    [
      'a sentence in a script without capitals',
      { title: '网络故障报告撰写', excerpt: '你是一个经验丰富的网络工程师。请根据以下信息撰写一份故障报告。' },
    ],
    ['a quotation', { title, excerpt: '“Act as an expert recruiter in our industry and read my resume.”' }],
  ])('reads well with %s', (_, card) => expect(isReadable(card)).toBe(true))

  it.each([
    ['a title of three letters', { title: 'Aaa', excerpt }],
    ['a title in lower case', { title: 'worldquant', excerpt }],
    ['markup', { title, excerpt: 'Use <role> and then <task> to describe what the model should do.' }],
    ['a URL', { title, excerpt: 'Required assets are at https://example.org/logo and the fonts beside it.' }],
    ['settings', { title, excerpt: 'Run it with temperature=0.2 and the model_name that you were given.' }],
    ['few letters', { title, excerpt: 'Make it.' }],
    ['numbers', { title, excerpt: '1. 2:3, 4:5, 6:7, 8:9 (10) 11/12 13% of 14 $15 #16 and so on, 17.' }],
  ])('doesn’t read well with %s', (_, card) => expect(isReadable(card)).toBe(false))
})
