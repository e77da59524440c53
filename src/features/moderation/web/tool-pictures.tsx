import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ChangeEvent, useId, useState } from 'react'
import { uploadPicture } from '#features/examples/web/upload-picture.ts'
import type { AdminTool } from '#features/tools/contract.ts'
import type { ToolPictureKind } from '#features/tools/rules.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'

/** How long an upload may take, in ms. */
const uploadMs = 120_000

const texts: Record<ToolPictureKind, { name: Message; help: Message }> = {
  mark: { name: msg('Mark'), help: msg('Square, at least 64 pixels wide.') },
  picture: { name: msg('Picture'), help: msg('Such as its own screen. Make sure that you may show it.') },
}

/** Uploads or removes the mark and the picture of a tool. Both take effect at once. */
export function ToolPictures({ tool }: { tool: AdminTool }) {
  const [current, setCurrent] = useState(tool)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('Pictures')}</legend>
      <PictureField kind="mark" src={current.hasOwnMark ? current.mark : null} id={tool.id} onChange={setCurrent} />
      <PictureField kind="picture" src={current.picture?.src ?? null} id={tool.id} onChange={setCurrent} />
    </fieldset>
  )
}

function PictureField({
  kind,
  src,
  id,
  onChange,
}: {
  kind: ToolPictureKind
  src: string | null
  id: string
  onChange: (tool: AdminTool) => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const inputId = useId()
  const errorId = useId()
  const name = translate(texts[kind].name)
  const help = translate(texts[kind].help)

  async function change(send: () => Promise<AdminTool>, failureTitle: string) {
    setBusy(true)
    setError(null)
    try {
      onChange(await send())
      await queryClient.invalidateQueries()
    } catch (error) {
      setError(`${failureTitle}. ${(error as Error).message}`)
    }
    setBusy(false)
  }

  function upload({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (!file) return
    const to = { method: 'PUT', path: `/api/admin/tools/${id}/pictures/${kind}` }
    const signal = AbortSignal.timeout(uploadMs)
    void change(() => uploadPicture<AdminTool>(file, { onProgress: () => {}, signal, to }), t('It was not uploaded'))
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2" aria-busy={isBusy}>
      {src && <img src={src} alt="" className="max-h-12 max-w-24 rounded-1 border border-hair" />}
      <label htmlFor={inputId} className="min-w-0 flex-1 basis-40">
        {name}
        <span className="block text-ink-2 text-small">{t('{help} Applies at once.', { help })}</span>
        <input
          id={inputId}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          className="mt-1 block w-full text-small"
          disabled={isBusy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={upload}
        />
      </label>
      {src && (
        <button
          type="button"
          className="btn btn-bare"
          disabled={isBusy}
          onClick={() =>
            change(
              () => api('DELETE /api/admin/tools/{id}/pictures/{kind}', { params: { id, kind } }),
              t('It was not removed'),
            )
          }
        >
          {rich('Remove<hidden>: {name}</hidden>', {
            name,
            hidden,
          })}
        </button>
      )}
      {error && (
        <p id={errorId} role="alert" className="field-error w-full">
          <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
          {error}
        </p>
      )}
    </div>
  )
}
