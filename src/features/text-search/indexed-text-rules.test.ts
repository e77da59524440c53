import { describe, expect, it } from 'vitest'
import { indexedText, isSignWord, isUnspacedCharacter, websearchTerm, wordsOf } from './indexed-text-rules.ts'

describe('the words of a text', () => {
  it.each([
    ['CI/CD for Node.js, see https://example.com/a_b?c=1', 'CI CD for Node js see https example com a b c 1 Nodejs'],
    ['C++, C# and .NET; a c++17 file, i++', 'Cplusplus Csharp and dotNET a cplusplus 17 file iplusplus'],
    ['ASP.NET on www.example.net', 'ASP dotNET on www example net'],
    ['<role>{{name}}</role> v1.2.3 -5 16:9 1e5', 'role name role v1 2 3 5 16 9 1e5'],
    ['an e-mail, a co-op', 'an e mail a co op email'],
    ['ﬁne ＡＩ “don’t” don´t', 'fine AI don t don t'],
    ['🚀 ??? ---', ''],
    ['黒猫 cat 犬', '黒猫 cat 犬 猫'],
    ['翻訳: แมว', '翻訳 แม มว 訳 ว'],
  ])('are indexed whatever signs stand between them: %s', (text, indexed) => {
    expect(indexedText(text)).toBe(indexed)
  })

  it('are searched in the same form, but “e-mail” as one word', () => {
    expect(wordsOf('CI/CD e-mail C++ 日本語')).toEqual(['ci', 'cd', 'email', 'cplusplus', '日本', '本語'])
    expect(['cplusplus', 'csharp', 'dotnet', 'sharp', 'cat'].map(isSignWord)).toEqual([true, true, true, false, false])
    expect(['猫', 'แ', '黒猫', 'x', '5'].map(isUnspacedCharacter)).toEqual([true, true, false, false, false])
  })
})

it.each([
  ['cats or CI/CD -node.js', 'cats or "ci cd" -"node js"'],
  ['"send an e-mail" -"c++ code', '"send an e mail" -"cplusplus code"'],
  ['--amend - x-y', 'amend xy'],
  ['12" pizza', '12 pizza'],
  ['?? ""', ''],
])('a term keeps its operators: %s', (term, query) => {
  expect(websearchTerm(term)).toBe(query)
})
