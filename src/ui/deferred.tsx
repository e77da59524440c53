import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Loads a component on mount: shows a spinner meanwhile, and "Failed to load component: {message}" on failure. `load` must
 * be the same function at each render. Mounting again retries. `waiting` and `failed` replace spinner and message, for
 * components that the reader didn't ask for.
 */
export function Deferred<Props extends object>({
  load,
  props,
  waiting = <Waiting />,
  failed,
}: {
  load: () => Promise<ComponentType<Props>>
  props: Props
  waiting?: ReactNode
  failed?: ReactNode
}) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | { message: string }>()
  useEffect(() => {
    let here = true
    load().then(
      (Part) => here && setLoaded({ Part }),
      (error: Error) => here && setLoaded({ message: error.message }),
    )
    return () => {
      here = false
    }
  }, [load])
  if (!loaded) return waiting
  if ('Part' in loaded) return <loaded.Part {...props} />
  return failed === undefined ? <p role="alert">Failed to load component: {loaded.message}</p> : failed
}

function Waiting() {
  return (
    <span role="status">
      <Spinner />
      <span className="sr-only">Loading</span>
    </span>
  )
}
