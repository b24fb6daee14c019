"""Makes a virtual environment with the package and its tools, once, also when several test processes ask at the same time.
Usage: make-environment.py FOLDER PROJECT[EXTRAS]"""

import fcntl
import os
import shutil
import subprocess
import sys

folder, project = sys.argv[1:]
done = os.path.join(folder, "done")
os.makedirs(os.path.dirname(folder), exist_ok=True)
# Freed by the kernel when its holder ends, however it ends.
with open(f"{folder}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if not os.path.exists(done):
        # Programs in it know its path, so it is made in its place.
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "-q", "install", "-e", project], check=True)
        open(done, "w").close()
