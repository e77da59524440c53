import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { AskOwnMachine } from '#features/models/web/ask-own-machine.tsx'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { instructionsOf, questionOf, readGeneratedPrompt } from '../answer-rules.ts'
import type { GeneratedPrompt, GeneratorInput } from '../contract.ts'

export type WriterProps = { input: GeneratorInput; onPrompt: (model: string, prompt: GeneratedPrompt) => void }

/**
 * Lets a model on the member's own machine write the prompt. The server takes no part: it charges no credits and stores
 * nothing.
 */
export function OwnMachineWriter({ input, onPrompt }: WriterProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data = [] } = useQuery(categoriesQuery(api))
  const categories = data.map(({ slug }) => slug)
  const read = ({ model, text }: { model: string; text: string }) => {
    const { sourceNumber: _, ...written } = readGeneratedPrompt(text, input, categories)
    const prompt = { ...written, source: null, alternatives: [] }
    if (prompt.content !== '') return onPrompt(model, prompt)
    notify({
      title: t('The model returned no prompt'),
      text: t('Ask it again, or choose another model.'),
      isFailure: true,
    })
  }
  return <AskOwnMachine text={`${instructionsOf(categories)}\n\n${questionOf(input)}`} onAnswer={read} />
}
