import { familyNames } from '#features/models/rules.ts'
import { t } from '#lib/texts.ts'
import { type PictureRatio, pictureRatios, pictureStyles, pictureTools } from './picture-fact-rules.ts'
import { type FilterName, filterNames, imageCategory } from './rules.ts'

/**
 * The maximum number of characters of a short and of a medium text. They are near the lower and upper quartiles of the
 * lengths in a file of 879 prompts (509 and 1,940).
 */
export const lengthMax = { short: 500, medium: 2000 } as const

/**
 * The values of each filter with their display names. `ready`: without blanks, or with a default for each. `language`
 * isn't listed, because its value can be any BCP 47 tag.
 */
export const filterOptions = {
  blanks: {
    get ready() {
      return t('Ready to copy')
    },
    get true() {
      return t('With blanks')
    },
    get false() {
      return t('Without blanks')
    },
  },
  length: {
    get short() {
      return t('Short')
    },
    get medium() {
      return t('Medium')
    },
    get long() {
      return t('Long')
    },
  },
  tested: familyNames,
  results: {
    get true() {
      return t('With results')
    },
  },
  proved: {
    get true() {
      return t('Tested')
    },
    get partly() {
      return t('Partly tested')
    },
    get ended() {
      return t('Only on ended models')
    },
  },
  picture: {
    get true() {
      return t('With a picture')
    },
  },
  style: pictureStyles,
  tool: pictureTools,
  ratio: Object.fromEntries(pictureRatios.map((ratio) => [ratio, ratio])) as Record<PictureRatio, string>,
} as const satisfies Record<Exclude<FilterName, 'language'>, Record<string, string>>

/** The chosen value of each filter, as in the URL. */
export type ChosenFilters = { language?: string } & {
  [Name in keyof typeof filterOptions]?: keyof (typeof filterOptions)[Name]
}

/** The filters for image prompts: whether they have a picture, and what their texts state about it. */
export const pictureFilters: readonly FilterName[] = ['picture', 'style', 'tool', 'ratio']
/** The stored value of prompts that have a picture. */
export const withPicture = 'picture:true'
export const languagePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/

/** Picks the chosen filters from the parameters of a list. */
export function chosenFilters(search: ChosenFilters): ChosenFilters {
  return Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
}

/** Returns the chosen values in the form in which prompts store them, such as `style:photo`. */
export function storedValues(chosen: ChosenFilters): string[] {
  return filterNames.flatMap((name) => (chosen[name] ? [`${name}:${chosen[name]}`] : []))
}

/**
 * Returns the filters that a page offers. Outside the image category, it offers a picture filter only if that filter is
 * already chosen.
 */
export function offeredFilters(category: string | undefined, chosen: ChosenFilters): FilterName[] {
  return filterNames.filter((name) => category === imageCategory || chosen[name] || !pictureFilters.includes(name))
}
