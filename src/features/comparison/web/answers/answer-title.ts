import { modelLabel } from '#features/models/model-name-rules.ts'
import { t } from '#lib/texts.ts'
import type { AnswerView } from './answer-view.ts'

type Named = Pick<AnswerView, 'name' | 'vendor' | 'pasted'>

/**
 * Returns the title of an answer's column: the model's family, its letter while names are hidden, or the name of a
 * pasted answer.
 */
export function titleOf({ name, vendor, pasted }: Named, namesHidden: boolean): string {
  if (namesHidden && !pasted) return t('Model {name}', { name })
  return pasted ? name : modelLabel(name, vendor).name
}

/**
 * Returns the titles of these answers. If several answers would have the same title, those of models also have the
 * models' ids.
 */
export function distinctTitles(answers: Named[], namesHidden: boolean): string[] {
  const titles = answers.map((answer) => titleOf(answer, namesHidden))
  return answers.map((answer, index) => {
    const title = titles[index] as string
    const isShared = titles.filter((other) => other === title).length > 1
    return isShared && !answer.pasted ? `${title} ${modelLabel(answer.name, answer.vendor).detail}`.trim() : title
  })
}
