import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Spinner } from '#ui/spinner.tsx'

/**
 * Loads a component on mount, showing a spinner and, if loading fails, “Failed to load component: {message}”.
 * `placeholder` and `failure` replace the spinner and the message, for a component that the reader didn't request.
 * `load` must be the same function in every render. After a failure, loading starts again only on another mount.
 */
export function Deferred<Props extends object>({
  load,
  props,
  placeholder = <Waiting />,
  failure,
}: {
  load: () => Promise<ComponentType<Props>>
  props: Props
  placeholder?: ReactNode
  failure?: ReactNode
}) {
  const [result, setResult] = useState<{ Part: ComponentType<Props> } | { message: string }>()
  useEffect(() => {
    let isMounted = true
    load().then(
      (Part) => isMounted && setResult({ Part }),
      (error: Error) => isMounted && setResult({ message: error.message }),
    )
    return () => {
      isMounted = false
    }
  }, [load])
  if (!result) return placeholder
  if ('Part' in result) return <result.Part {...props} />
  return failure === undefined ? (
    <p role="alert">{t('Failed to load component: {message}', { message: result.message })}</p>
  ) : (
    failure
  )
}

function Waiting() {
  return (
    <span role="status">
      <Spinner />
      <span className="sr-only">{t('Loading')}</span>
    </span>
  )
}
