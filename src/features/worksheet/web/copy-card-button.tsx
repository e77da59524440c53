import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import { mediumOf } from '#features/worksheet/medium-rules.ts'
import { defaultsOf, textToCopy } from '#features/worksheet/worksheet-rules.ts'
import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { firstPasteHint } from './paste-hint.ts'
import { useCountCopy } from './use-count-copy.ts'

/**
 * The button on a card that copies the prompt's whole text, with its defaults filled in. A blank without a default
 * stays `{{name}}`.
 */
export function CopyCardButton({ prompt }: { prompt: PromptCard }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const countCopy = useCountCopy()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const request = queryClient.query(promptQuery(api, prompt.slug))
    const text = request.then(({ content, variables }) => textToCopy(parsePrompt(content), defaultsOf(variables)))
    if (!(await copyText(text))) throw new Error(t('The browser blocked copying. Open the prompt and copy it there.'))
    setCopied(true)
    const { content } = await request
    const medium = mediumOf(prompt.category.slug, prompt.tags, prompt.title, content)
    notify({ title: t('Copied'), text: firstPasteHint(medium) ?? prompt.title })
    countCopy(prompt)
  }
  return (
    <button
      type="button"
      className="btn-square js-only"
      aria-label={t('Copy {title}', { title: prompt.title })}
      data-tip={t('Copy')}
      onClick={() => copy().catch((error) => notify({ title: t('Not copied'), text: error.message, isFailure: true }))}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  )
}
