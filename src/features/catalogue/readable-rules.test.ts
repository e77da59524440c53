import { describe, expect, it } from 'vitest'
import { isReadable } from './readable-rules.ts'

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
