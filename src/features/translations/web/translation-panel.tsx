import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { promptToEditQuery } from '#features/writing/web/own-prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { notify } from '#ui/notice.tsx'

/** Where those who may change a prompt link it to its versions in other languages, below its form. */
export function TranslationPanel({ slug }: { slug: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: prompt } = useQuery(promptToEditQuery(api, slug))
  const [of, setOf] = useState('')
  const [error, setError] = useState<string>()
  if (!prompt) return null
  const { id, translations } = prompt
  const isOriginal = !translations.some((one) => one.isOriginal)

  async function act(work: () => Promise<unknown>) {
    setError(undefined)
    try {
      await work()
      setOf('')
      await queryClient.invalidateQueries()
      notify({ title: t('Saved') })
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  const unlink = (one: string) => act(() => api('DELETE /api/prompts/{id}/translation', { params: { id: one } }))
  const approve = (one: string) =>
    act(() => api('PUT /api/prompts/{id}/translation', { params: { id: one }, body: { of: id } }))
  const link = (event: FormEvent) => {
    event.preventDefault()
    if (of.trim()) void act(() => api('PUT /api/prompts/{id}/translation', { params: { id }, body: { of } }))
  }

  return (
    <details className="disclosure mt-4">
      <summary>{t('Translations')}</summary>
      {translations.length > 0 && (
        <ul className="mb-4 grid gap-2">
          {translations.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <bdi lang={one.language}>{one.languageName}</bdi>
                {': '}
                <Link to="/prompt/$slug" params={{ slug: one.slug }} className="link" lang={one.language} dir="auto">
                  {one.title}
                </Link>
              </span>
              {isOriginal && !one.isTrusted && (
                <button type="button" className="btn ms-auto" onClick={() => approve(one.id)}>
                  {t('Approve')} <span className="sr-only">{one.title}</span>
                </button>
              )}
              {isOriginal && (
                <button type="button" className="btn" onClick={() => unlink(one.id)}>
                  {t('Unlink')} <span className="sr-only">{one.title}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOriginal && translations.some((one) => !one.isTrusted) && (
        <p className="mb-4 text-ink-2">
          {t('Readers are offered a version that somebody else linked only after you approve it.')}
        </p>
      )}
      {translations.length > 0 && !isOriginal && (
        <button type="button" className="btn mb-4" onClick={() => unlink(id)}>
          {t('Unlink')}
        </button>
      )}
      {(translations.length === 0 || error) && (
        <form className="form max-w-none" noValidate onSubmit={link}>
          <Field
            label={t('Translation of')}
            name="of"
            error={error}
            help={t('The address of the same prompt in another language.')}
            value={of}
            onChange={(event) => setOf(event.target.value)}
            autoComplete="off"
          />
          <button type="submit" className="btn justify-self-start">
            {t('Link them')}
          </button>
        </form>
      )}
    </details>
  )
}
