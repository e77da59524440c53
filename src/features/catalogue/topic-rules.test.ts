import { describe, expect, it } from 'vitest'
import { topicsOf } from './topic-rules.ts'

describe('the words of a prompt', () => {
  it.each([
    ['Recipe for two', 'Cook something with what I have.', 'personal', ['food']],
    ['SQL Reviewer', 'Look at my queries.', 'programming-code', ['databases']],
    ['Anything', 'Act as a translator for my letters.', 'multilingual-translation', ['translation']],
    ['Anything', 'Hello there.', 'general', []],
    ['LinkedIn Ghostwriter', 'Write a post, for example about food.', 'business-finance', ['marketing', 'writing']],
    ['Unit tests and refactoring', 'Go.', 'programming-code', ['testing', 'code review']],
  ])('give the category and tags of “%s: %s”', (title, content, category, tags) =>
    expect(topicsOf(title, content)).toEqual({ category, tags }),
  )

  it('match only as whole words, singular or plural', () => {
    expect(topicsOf('Catalogue of poses', 'Nothing.').tags).toEqual([])
    expect(topicsOf('Poems', 'Nothing.').tags).toEqual(['poetry'])
  })

  it.each([
    ['photo', 'photos'],
    ['story', 'stories'],
    ['movie', 'movies'],
    ['sketch', 'sketches'],
    ['business', 'businesses'],
  ])('mean the same in singular and plural: %s, %s', (singular, plural) => {
    expect(topicsOf(singular, '').tags).not.toEqual([])
    expect(topicsOf(plural, '')).toEqual(topicsOf(singular, ''))
  })

  it('don’t count in addresses, tags and pictures with their labels, because these ask for nothing', () => {
    const text = 'Act as a teacher of history.'
    const address = 'https://example.com/image/logo.png'
    for (const before of [
      `GPT logo: <img src="${address}?alt=photo" alt="An illustration" width="100px" />`,
      `![A photo of a poster](${address})`,
      `See ${address}.`,
      `<p class="poster image">`,
      `<img src="data:${'x'.repeat(3_000)}">`,
    ])
      expect(topicsOf('Anything', `${before}\n\n${text}`), before).toEqual(topicsOf('Anything', text))
    expect(topicsOf('Anything', 'Draw a logo: <topic>').category).toBe('image-generation')
  })

  it('count more in the title than in the text', () => {
    expect(topicsOf('Song', 'It names a recipe.').category).toBe('creative')
  })

  it('don’t count after the first part of a long text', () => {
    expect(topicsOf('Anything', `${'Words that say little. '.repeat(40)} recipe, food, kitchen`).category).toBe(
      'general',
    )
  })
})
