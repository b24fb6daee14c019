"""Installs packages of PyPI into a folder, once, also when several test processes ask at the same time.
Usage: install-python.py FOLDER PACKAGE..."""

import fcntl
import os
import subprocess
import sys

folder, *packages = sys.argv[1:]
os.makedirs(os.path.dirname(folder), exist_ok=True)
# Freed by the kernel when its holder ends, however it ends.
with open(f"{folder}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if not os.path.isdir(folder):
        part = f"{folder}.{os.getpid()}"
        subprocess.run([sys.executable, "-m", "pip", "-q", "install", "--target", part, *packages], check=True)
        os.rename(part, folder)
