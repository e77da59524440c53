import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBlock, replaceWords } from '#test/operations-blocks.ts'
import { addressPrefix, machines, type Network } from './network.ts'
import { asNobody, nobody, startProgram, waitFor } from './programs.ts'

/** The size of each server's disk, in MB. */
const diskMb = 400
/** The size of a segment of the write-ahead log, in MB. With small segments, a full disk soon stops the log as well. */
const segmentMb = 1

/** A PostgreSQL server as Patroni lists it. `name`: `db` and the number of its machine, such as `db11`. */
type Member = { name: string; role: string; state: string; timeline?: number }

/** Three PostgreSQL servers that Patroni manages, configured as `docs/operations/scale.md` describes. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster(network: Network, folder: string) {
  startEtcd(folder)
  const diskOf = (machine: number) => join(folder, `disk-${machine}`)
  for (const machine of machines) makeDisk(diskOf(machine))
  const start = (machine: number) => {
    const file = join(folder, `patroni-${machine}.yml`)
    writeFileSync(file, configurationOf(machine, diskOf(machine)))
    startProgram([...network.commandOn(machine), ...asNobody, 'patroni', file], join(folder, `patroni-${machine}.log`))
  }

  async function listMembers(): Promise<Member[]> {
    for (const machine of machines) {
      const response = await fetch(`http://${addressPrefix}${machine}:8008/cluster`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => null)
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  /** Returns the machine of the server that accepts writes. */
  async function findPrimary(): Promise<number> {
    return waitFor('A primary', async () => {
      const leader = (await listMembers()).find(({ role, state }) => role === 'leader' && state === 'running')
      return leader ? Number(leader.name.slice(2)) : false
    })
  }

  /** Returns the machine of the standby that has to confirm commits. */
  async function findSynchronousStandby(): Promise<number> {
    return waitFor('A synchronous standby', async () => {
      const standby = (await listMembers()).find(({ role }) => role === 'sync_standby')
      return standby ? Number(standby.name.slice(2)) : false
    })
  }

  /** Waits until all servers run, on the same timeline, and one of the standbys confirms commits. */
  async function waitUntilComplete(): Promise<void> {
    await waitFor('The cluster', async () => {
      const all = await listMembers()
      const timelines = new Set(all.map(({ timeline }) => timeline))
      const isComplete = all.length === machines.length && timelines.size === 1
      return (
        isComplete &&
        all.every(({ state }) => /running|streaming/.test(state)) &&
        all.some(({ role }) => role === 'sync_standby')
      )
    })
  }

  /** Makes Patroni replace the primary while everything works, as operators do before maintenance. */
  async function switchOver(): Promise<void> {
    const leader = (await listMembers()).find(({ role }) => role === 'leader')?.name
    const url = `http://${addressPrefix}${leader?.slice(2)}:8008/switchover`
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ leader }) })
    if (!response.ok) throw new Error(`The switchover was refused: ${await response.text()}`)
  }

  start(machines[0] as number)
  await findPrimary()
  for (const machine of machines.slice(1)) start(machine)
  await waitUntilComplete()

  return {
    findPrimary,
    findSynchronousStandby,
    waitUntilComplete,
    switchOver,
    start,
    /** Fills the disk of a machine to the last byte. Returns a function that frees the space again. */
    fillDisk(machine: number): () => Promise<void> {
      const file = join(diskOf(machine), 'filler')
      const { bavail, bsize } = statfsSync(diskOf(machine))
      spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k', `count=${Math.ceil((bavail * bsize) / 65_536) + 1}`], {
        stdio: 'ignore',
      })
      return () => rm(file, { force: true })
    },
  }
}

function startEtcd(folder: string): void {
  const [client, peer] = [`http://${addressPrefix}1:2379`, `http://${addressPrefix}1:2380`]
  const args = [
    ['etcd', '--log-level', 'error', '--data-dir', join(folder, 'etcd')],
    ['--listen-client-urls', client, '--advertise-client-urls', client],
    ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ]
  startProgram(args.flat(), join(folder, 'etcd.log'))
}

function makeDisk(path: string): void {
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', path])
  chownSync(path, nobody.uid, nobody.gid)
}

function configurationOf(machine: number, disk: string): string {
  const configuration = replaceWords(findBlock('yaml'), {
    'name: db1': `name: db${machine}`,
    '10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379': `${addressPrefix}1:2379`,
    '10.0.0.11': `${addressPrefix}${machine}`,
    '/var/lib/postgresql/15/promptarium': join(disk, 'data'),
    '/run/postgresql': disk,
    '    - data-checksums': `    - data-checksums\n    - wal-segsize: "${segmentMb}"`,
  })
  return `${configuration}  pgpass: ${join(disk, 'pgpass')}\n`
}
