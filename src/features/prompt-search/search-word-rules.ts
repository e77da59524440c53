import { joinLetters, splittableText, termMax } from '#features/text-search/indexed-text-rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** A word of a search. A filler only introduces the request, as in "help me write a". */
export type SearchWord = { text: string; isFiller: boolean }

/**
 * How many words of a search count. A longer search is probably pasted text, and its first words say what it is about.
 */
export const searchWordsMax = 24

/**
 * Words that introduce a request, in the languages that people search in, without accents. Stop words ("the", "für")
 * aren't listed, because PostgreSQL knows them.
 */
const fillerWords = new Set(
  `help want need please write make create give show tell get find let know use using like would could should best good
way thing something somebody someone generate build explain prompt prompts chatgpt ai look looking try ideas idea stuff
really gonna wanna im ive id dont cant wont doesnt isnt whats hows
hilf hilfe helfen mochte will brauche bitte schreib schreibe schreiben mach mache machen erstelle erstellen gib zeig
zeige finde finden kann konnen
aide aider aidez veux voudrais besoin ecris ecrire ecrivez fais faire creer cree donne donner montre trouve trouver
ayuda ayudame quiero necesito escribe escribir escribeme haz hacer crea crear dame muestra encuentra encontrar
aiutami aiuto voglio vorrei bisogno scrivi scrivere fare creare dammi mostra trova trovare
ajuda ajude quero preciso escreva escrever faca fazer crie criar mostre encontre encontrar
yardim istiyorum lazim yaz yazmak yap yapmak olustur goster bul bana
помоги хочу нужно напиши написать сделай создай покажи найди`
    .trim()
    .split(/\s+/),
)

/** Words that say nothing before “of”: “a piece of code” is code. */
const measureWords = new Set('bit block bunch chunk couple kind lot pair piece pieces snippet sort type'.split(' '))

/** Words for people or tools that do a task. Many titles contain one, but it says little about the task. */
const roleWords = new Set(
  `adviser advisor agent analyst assistant coach consultant creator designer expert generator guide guru
helper maker master mentor professional specialist tool`.split(/\s+/),
)

/** Tells whether a word in lower case names who does a task, not the task. */
export function isRoleWord(word: string): boolean {
  return roleWords.has(word)
}

/** Words that ask for a picture or a video, in the languages of `fillerWords`, without accents. */
const pictureWords = new Set(
  `image images picture pictures photo photos photograph photography photographic portrait poster logo selfie illustration
drawing sketch painting wallpaper render sticker icon avatar diorama cinematic photorealistic realistic video clip scene
miniature figurine isometric headshot
bild bilder foto fotos zeichnung gemalde plakat retrato imagen imagenes fotografia dibujo cartel dessin affiche
immagine immagini disegno imagem imagens desenho resim gorsel fotograf afis картинка фото изображение портрет`
    .trim()
    .split(/\s+/),
)

/** Words that ask for a text about a picture. */
const describingWords = new Set('alt caption captions describe description descriptions hashtag hashtags'.split(' '))

/** Tells whether a search asks for a text about a picture, as “describe this picture” does. */
export function asksToDescribe(words: { text: string }[]): boolean {
  return words.some(({ text }) => describingWords.has(text)) && words.some(({ text }) => isGenericPictureWord(text))
}

/** Tells whether a search asks for a picture or a video. */
export function asksForPicture(words: { text: string }[]): boolean {
  const pictures = words.filter(({ text }) => pictureWords.has(withoutAccents(text)))
  return pictures.some(({ text }) => !isGenericPictureWord(text)) || (pictures.length > 0 && !asksToDescribe(words))
}

/** Words for pictures of any kind, which match every prompt for images. */
const genericPictureWords = new Set(
  'image images photo photograph photographs photography photos picture pictures'.split(' '),
)

/** Tells whether a word in lower case says only that a picture is wanted, and not which one. */
export function isGenericPictureWord(word: string): boolean {
  return genericPictureWords.has(word)
}

/** Words that ask for a text about photos, or for a program that handles them. */
const aboutPhotos = new Set([...describingWords, 'app', 'code', 'editing', 'editor', 'text', 'title', 'titles'])

/**
 * Tells whether a search asks for a photo. If it does, prompts for texts come last. “Image” and “picture” don't count,
 * because they also have other meanings.
 */
export function asksForPhoto(words: { text: string }[]): boolean {
  return (
    words.some(({ text }) => /^photo/.test(text) && isGenericPictureWord(text)) &&
    !words.some(({ text }) => aboutPhotos.has(text))
  )
}

/** Words for a kind of picture. Unlike “photo”, they say what should be made. */
const pictureKinds = new Set(
  `avatar diorama drawing figurine headshot icon illustration logo miniature painting portrait poster selfie sketch sticker
wallpaper`.split(/\s+/),
)

/** Tells whether a word, in lower case, names a kind of picture. */
export function isPictureKind(word: string): boolean {
  return pictureKinds.has(word)
}

/**
 * Returns the index of the word that names the kind of picture directly before a word like “photo”, such as “product”
 * in “product photo of a candle”, or -1 if there is none. `isStop` tells whether a word is a stop word.
 */
export function indexOfKind(words: SearchWord[], isStop: (word: string) => boolean): number {
  return words.findIndex(({ text, isFiller }, at) => {
    const next = words[at + 1]?.text ?? ''
    return !isFiller && !isStop(text) && !isGenericPictureWord(text) && isGenericPictureWord(next)
  })
}

const tokenPattern = /(?<!\p{N})\p{N}+:\p{N}+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/**
 * Returns the first `max` distinct words of a search, in lower case. Contractions lose the shortened word (`what's`
 * becomes `what`, `l'article` becomes `article`); those with `n't` are left out. A ratio such as `16:9` is one word.
 */
export function searchWordsOf(term: string, max = searchWordsMax): SearchWord[] {
  const tokens = joinLetters(splittableText(cutText(term, termMax))).match(tokenPattern) ?? []
  const words = new Map<string, SearchWord>()
  const all = tokens.flatMap(wordsOfToken)
  for (const [index, { text, isFiller }] of all.entries()) {
    const isMeasure = measureWords.has(text) && all[index + 1]?.text === 'of'
    if (words.size < max && !words.has(text)) words.set(text, { text, isFiller: isFiller || isMeasure })
  }
  return [...words.values()]
}

function wordsOfToken(token: string): SearchWord[] {
  const lower = token.toLowerCase().replaceAll('’', "'")
  // Without "'t", "won't" and "don't" would be other words ("won", "don"), so such words are left out.
  if (/n't$/.test(lower)) return []
  const withoutContraction = lower.replace(/'(s|m|re|ve|ll|d)$/, '').replace(/^(l|d|j|qu|n|s|t|c|m)'/, '')
  const parts = withoutContraction.split(/['-]/)
  const isUpperCase = token === token.toUpperCase()
  // A single letter is a filler, except in upper case, as in “R chart”.
  return parts.map((text) => ({
    text,
    isFiller: isFillerWord(text) || (/^[a-z]$/.test(text) && !isUpperCase),
  }))
}

function isFillerWord(word: string): boolean {
  return fillerWords.has(withoutAccents(word))
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}
