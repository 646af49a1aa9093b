/**
 * On its command line, so that changes count from the next start. Little memory of its own: the system's file cache
 * does the rest.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  // Nothing acknowledged is ever lost.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',

  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',

  // Many small commits and no replica: minimal WAL, checkpoints rare enough to save writes and frequent enough for a
  // quick start after a crash.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '4MB',
  min_wal_size: '128MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',
  random_page_cost: '1.1',

  restart_after_crash: 'on',
  log_timezone: 'UTC',
  timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** One system call after a crash instead of one a file; Linux only. */
const LINUX_SETTINGS = { recovery_init_sync_method: 'syncfs' };

/** The settings as arguments of `postgres`; `more` first. */
export function settingArguments(more: Readonly<Record<string, string>>): string[] {
  const all = { ...SETTINGS, ...(process.platform === 'linux' ? LINUX_SETTINGS : {}), ...more };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
