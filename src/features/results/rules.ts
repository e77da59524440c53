import { t } from '#lib/texts.ts'
/** Where a result comes from. Each prompt has at most one result of each source: the newest public one. */
export const resultSources = ['test', 'comparison', 'pasted', 'example', 'import', 'editors'] as const
export type ResultSource = (typeof resultSources)[number]

/** What a result is called if it isn't simply a model's answer. */
export const resultNotes: Partial<Record<ResultSource, string>> = {
  get pasted() {
    return t('pasted by its author')
  },
  get example() {
    return t('added by a member')
  },
  get import() {
    return t('imported with the prompt')
  },
  get editors() {
    return t('Written by the editors, not by a model')
  },
}

/** The id of the section with results on a prompt's page, for links to it. */
export const resultSectionId = 'result'
